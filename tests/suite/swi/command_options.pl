% library(optparse): options of a command line, described as data.

:- use_module(library(optparse)).
spec([ [opt(verbose), type(boolean), default(false), shortflags([v]), longflags([verbose]), help('Be verbose')],
       [opt(mode), type(atom), default('SCAN'), shortflags([m]), longflags(['mode']), help(['data gathering mode, one of', '  SCAN: scan', '  READ: read'])],
       [opt(cache), type(boolean), default(true), shortflags([]), longflags(['disk-cache']), help('Cache')],
       [opt(outfile), type(atom), meta('FILE'), shortflags([o]), longflags([outfile]), help('write output to FILE')],
       [opt(depth), type(integer), default(3), meta('K'), shortflags([d]), longflags([depth]), help('depth')],
       [opt(rate), type(float), default(0.2), shortflags([r]), longflags([rate]), help('rate')],
       [opt(path), default('/some/file/path/')] ]).
t(Args) :-
    spec(S),
    catch(( opt_parse(S, Args, Opts, Pos), \+ \+ ( numbervars(Opts, 0, _), print(Opts-Pos) ) ), error(E, _), print(E)),
    nl.

main :-
    spec(S),
    opt_help(S, H),
    write(H),
    forall(arguments(Args), t(Args)).

arguments([]).
arguments(['-v', '--mode=READ', 'foo', '-d5', '--depth', '7', 'bar']).
arguments(['--no-disk-cache', '-o', 'x.txt', '--', '-v']).
arguments(['-d', abc]).
arguments(['--unknown']).
arguments(['-vd', '4']).
arguments(['--verbose=false']).
arguments(['-r', '1.5']).
arguments(['--rate=3']).
arguments(['-5']).
arguments(['-x']).
arguments(['a','-5']).
arguments(['--depth']).
arguments(['-v','true','x']).
arguments(['-v','x']).
arguments(['--mode=a=b']).
arguments(['--mode=']).
arguments(['-']).
arguments(['--rate','-1.5']).
arguments(['-d','-3']).
