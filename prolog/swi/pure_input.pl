/** Grammars that describe the contents of files and streams.

SWI-Prolog reads on as far as a grammar asks for more; here all there is is read first.
*/

:- module(swi_pure_input, [phrase_from_file/2, phrase_from_file/3, phrase_from_stream/2, stream_to_lazy_list/2]).

:- use_module(library(dcgs), [phrase/2, phrase/3]).
:- use_module(library(swi_dcg), [body_of/2]).
:- use_module(library(swi_files), [read_file_to_codes/3, read_stream_to_codes/2]).

%! phrase_from_file(:Body, +File:text) is nondet.
%
% The grammar body Body describes the codes of File.

:- meta_predicate(phrase_from_file(2, ?)).

phrase_from_file(Body, File) :- phrase_from_file(Body, File, []).

%! phrase_from_file(:Body, +File:text, +Options) is nondet.
%
% As phrase_from_file/2. Options are not used.

:- meta_predicate(phrase_from_file(2, ?, ?)).

phrase_from_file(Body, File, _) :-
    read_file_to_codes(File, Codes, []),
    describes(Body, Codes).

%! phrase_from_stream(:Body, +Stream) is nondet.
%
% The grammar body Body describes the codes of what is left of Stream.

:- meta_predicate(phrase_from_stream(2, ?)).

phrase_from_stream(Body, Stream) :-
    read_stream_to_codes(Stream, Codes),
    describes(Body, Codes).

%! stream_to_lazy_list(+Stream, -Codes) is det.
%
% Codes are the codes of what is left of Stream.

stream_to_lazy_list(Stream, Codes) :- read_stream_to_codes(Stream, Codes).

describes(Body0, Codes) :-
    ( Body0 = _:_ -> Body1 = Body0 ; Body1 = user:Body0 ),
    body_of(Body1, Body),
    phrase(Body, Codes).
