/** What the network that says which piece to move sees of a position.

```
?- start_position(P), network_input(P, own_pawns, Rows).
```

Planes are of two sets. Those whose names begin with `white_` and `black_` show the pieces as they
stand. All others are turned to the side to move: its pieces are its own and go up, so that with
Black to move the first row is White's first rank. `piece_head/3` tells what the network makes of them.
*/

:- module(cl_networks, [network_input/3]).

:- use_module(library(internal_planes)).

%! network_input(+Pos:position, ?Plane:name, -Rows:list) is nondet.
%
% True iff Rows is the plane Plane of Pos as the network sees it: eight ranks from the top to the
% bottom, each a list of eight numbers from left to right, 1 for the squares that the plane has and 0 for
% the others. On backtracking, all planes. They are, beside the pieces: what attacks what, how
% often and with which pieces; pieces that are hanging, lost by exchange, pinned, guards; squares
% around the kings; pieces whose legal moves win, check, mate, fork and so on.

network_input(Pos, Plane, Rows) :-
    catch(plane_bits(Pos, Plane, Bits), error(E, _), throw(error(E, network_input/3))),
    rows(Bits, Rows).

rows([], []).
rows([A,B,C,D,E,F,G,H|Bits], [Row|Rows]) :-
    digits([A,B,C,D,E,F,G,H], Row),
    rows(Bits, Rows).

digits([], []).
digits([C|Cs], [N|Ns]) :-
    (   C = '1' -> N = 1
    ;   N = 0
    ),
    digits(Cs, Ns).

?- network_input("7k/8/8/8/8/8/8/K7 b - - 0 1", white_king, Rows).
   Rows = [[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0],[1,0,0,0,0,0,0,0]].

?- network_input("7k/8/8/8/8/8/8/K7 b - - 0 1", their_king, [Top|_]).
   Top = [1,0,0,0,0,0,0,0].

?- network_input("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", mates_to, [Top|_]).
   Top = [0,0,0,1,0,0,0,0].

?- network_input("7k/8/8/8/8/8/8/K7 b - - 0 1", no_plane, Rows).
   error(domain_error(network_plane,"no_plane"),network_input/3).
