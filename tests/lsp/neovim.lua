-- Neovim without a screen and the language server: `CHESSLOG=program nvim --clean --headless -c "luafile neovim.lua"`.
-- It prints a line for each thing that was tried, and ends with status 1 if one went wrong.

local failed = false

local function check(name, ok, found)
  print(string.format("%s: %s%s\n", name, ok and "ok" or "FAILED", ok and "" or " " .. vim.inspect(found)))
  failed = failed or not ok
end

local function wait(test)
  return vim.wait(20000, test, 20)
end

local file = vim.fn.tempname() .. "/äö.pl"
vim.fn.mkdir(vim.fn.fnamemodify(file, ":h"), "p")
vim.fn.writefile({ "near('😀', X) :- legal_move(X, _, Y.", "far(A) :- near(A, A).", "legal_mov" }, file)
vim.cmd("edit " .. vim.fn.fnameescape(file))
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({
  name = "chesslog",
  cmd = { vim.env.CHESSLOG, "lsp" },
  root_dir = vim.fn.fnamemodify(file, ":h"),
})
vim.lsp.buf_attach_client(buffer, client)

local function diagnostics()
  return vim.diagnostic.get(buffer)
end

local function ask(method, line, column)
  local parameters = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = { line = line, character = column },
    context = { includeDeclaration = true },
  }
  local answers = vim.lsp.buf_request_sync(buffer, method, parameters, 20000) or {}
  return answers[client] and answers[client].result
end

check("a mistake is told", wait(function()
  return #diagnostics() > 0 and diagnostics()[1].message:find("syntax error") ~= nil
end), diagnostics())
vim.api.nvim_buf_set_lines(buffer, 0, 1, false, { "near('😀', X) :- legal_move(X, _, Y), Y = \"\".", "near(b, b)." })
vim.api.nvim_buf_set_lines(buffer, 3, 4, false, {})
check("and gone when it is mended", wait(function()
  return #diagnostics() == 0
end), diagnostics())
local hover = ask("textDocument/hover", 0, 20)
check("hover", hover and hover.contents.value:find("legal_move") ~= nil, hover)
vim.api.nvim_win_set_cursor(0, { 3, 11 })
vim.lsp.buf.definition()
check("a definition is gone to", wait(function()
  return vim.api.nvim_win_get_cursor(0)[1] == 1
end), vim.api.nvim_win_get_cursor(0))
vim.api.nvim_buf_set_lines(buffer, 3, 3, false, { "p :- legal_mov" })
local found = ask("textDocument/completion", 3, 14)
check("completion", found and #found.items > 0 and found.items[1].label:find("legal_move") ~= nil, found)
vim.lsp.stop_client(client)
check("it stops", wait(function()
  return #vim.lsp.get_active_clients() == 0
end), vim.lsp.get_active_clients())
vim.cmd(failed and "cquit! 1" or "quitall!")
