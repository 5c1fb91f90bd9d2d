"""The language server and the clients of pytest-lsp, which have the capabilities of real editors."""

import os

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

URI = "file:///nowhere/f%C3%A4mily.pl"
BOARD = "8/8/8/4k3/8/8/8/4K2R w K - 0 1"


@pytest_lsp.fixture(
    params=["neovim", "visual_studio_code", "emacs"],
    config=ClientServerConfig(server_command=[os.environ["CHESSLOG"], "lsp"]),
)
async def client(request, lsp_client: LanguageClient):
    capabilities = client_capabilities(request.param)
    started = await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities))
    lsp_client.encoding = started.capabilities.position_encoding
    yield
    await lsp_client.shutdown_session()


def columns(client, text):
    """How many columns a text takes."""
    return len(text.encode()) if client.encoding == "utf-8" else len(text.encode("utf-16-le")) // 2


def at(line, character):
    return {
        "text_document": types.TextDocumentIdentifier(uri=URI),
        "position": types.Position(line=line, character=character),
    }


@pytest.mark.asyncio
async def test_an_editor(client: LanguageClient):
    text = f"near('😀', X) :- far(X.\nfar(_).\nhome(\"{BOARD}\").\n"
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=URI, language_id="prolog", version=1, text=text)
        )
    )
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert "syntax error" in client.diagnostics[URI][0].message
    bracket = columns(client, "near('😀', X) :- far(X")
    mended = types.TextDocumentContentChangePartial(
        range=types.Range(types.Position(0, bracket), types.Position(0, bracket)), text=")"
    )
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=2, uri=URI), [mended]
        )
    )
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert not client.diagnostics[URI]
    hover = await client.text_document_hover_async(types.HoverParams(**at(2, 10)))
    assert "white to move" in hover.contents.value
    place = await client.text_document_definition_async(types.DefinitionParams(**at(0, bracket - 4)))
    assert (place.uri, place.range.start.line) == (URI, 1)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri=URI))
    )
    assert [symbol.name for symbol in symbols] == ["near/2", "far/1", "home/1"]
    found = await client.text_document_completion_async(types.CompletionParams(**at(0, bracket - 2)))
    assert any(item.label == "far(A1)" for item in found.items)
    edit = await client.text_document_rename_async(types.RenameParams(new_name="away", **at(1, 1)))
    assert len(edit.changes[URI]) == 2
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(types.TextDocumentIdentifier(uri=URI))
    )
    assert len(tokens.data) % 5 == 0
