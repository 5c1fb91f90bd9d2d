/** An expert system shell: backward chaining with explanations (why, how), forward chaining, certainty.
*/

:- op(850, xfx, ::).
:- op(800, fx, if).
:- op(700, xfx, then).
:- op(300, xfy, or).
:- op(200, xfy, and).
:- op(150, xfx, because).

:- dynamic known/2, fact/1, asked/2, fired/1.

% Knowledge.

r1 :: if has_hair or gives_milk then mammal.
r2 :: if has_feathers then bird.
r3 :: if flies and lays_eggs then bird.
r4 :: if mammal and eats_meat then carnivore.
r5 :: if mammal and has_pointed_teeth and has_claws then carnivore.
r6 :: if mammal and has_hooves then ungulate.
r7 :: if carnivore and has_tawny_colour and has_dark_spots then cheetah.
r8 :: if carnivore and has_tawny_colour and has_black_stripes then tiger.
r9 :: if ungulate and has_long_neck then giraffe.
r10 :: if ungulate and has_black_stripes then zebra.
r11 :: if bird and swims and black_and_white then penguin.

hypothesis(cheetah).
hypothesis(tiger).
hypothesis(giraffe).
hypothesis(zebra).
hypothesis(penguin).

% The answers of the user, as a script instead of a keyboard.

script(1, [has_hair, eats_meat, has_tawny_colour, has_black_stripes]).
script(2, [gives_milk, has_hooves, has_long_neck]).
script(3, [has_feathers, swims, black_and_white]).
script(4, [flies]).

%  prove(+Goal, +Trace, -Proof): Trace is for why, Proof for how.

prove(A and B, T, PA and PB) :- !, prove(A, T, PA), prove(B, T, PB).
prove(A or B, T, P) :- !, ( prove(A, T, P) -> true ; prove(B, T, P) ).
prove(G, _, G because told) :- known(G, yes), !.
prove(G, _, _) :- known(G, no), !, fail.
prove(G, T, G because rule(R, P)) :- R :: if C then G, prove(C, [R|T], P), !, remember(G, yes).
prove(G, T, G because told) :- askable(G), ask(G, T, Answer), remember(G, Answer), Answer == yes.

askable(G) :- \+ ( _ :: if _ then G ).

remember(G, A) :- ( known(G, A) -> true ; assertz(known(G, A)) ).

ask(G, T, Answer) :-
    ( T = [R|_] -> R :: if C then D, format("is it true that ~w? (why: ~w for ~w: ~w) ", [G, R, D, C]) ; format("is it true that ~w? ", [G]) ),
    nb_getval(script, S), ( memberchk(G, S) -> Answer = yes ; Answer = no ),
    writeln(Answer).

how(P) :- how(P, 0).

how(A and B, D) :- !, how(A, D), how(B, D).
how(G because told, D) :- !, format("~t~*|~w: you said so~n", [D, G]).
how(G because rule(R, P), D) :- format("~t~*|~w by ~w~n", [D, G, R]), E is D + 3, how(P, E).

consultation(N) :-
    retractall(known(_, _)), script(N, S), nb_setval(script, S), format("--- case ~d~n", [N]),
    (   hypothesis(H), prove(H, [], P) -> format("it is a ~w~n", [H]), how(P)
    ;   writeln('I do not know')
    ).

%  Forward chaining to the fixed point.

forward :- ( new_fact(R, F) -> assertz(fact(F)), assertz(fired(R)), format("~w gives ~w~n", [R, F]), forward ; true ).

new_fact(R, F) :- R :: if C then F, \+ fact(F), holds(C).

holds(A and B) :- !, holds(A), holds(B).
holds(A or B) :- !, ( holds(A) ; holds(B) ), !.
holds(F) :- fact(F).

%  Certainty factors as in MYCIN.

cf_rule(flu, [fever-1.0, cough-0.8], 0.7).
cf_rule(flu, [ache-1.0], 0.5).
cf_rule(cold, [cough-1.0], 0.6).
cf_fact(fever, 0.9).
cf_fact(cough, 0.8).
cf_fact(ache, 0.4).

cf(H, CF) :- cf_fact(H, CF), !.
cf(H, CF) :-
    findall(C, ( cf_rule(H, Cs, R), foldl([E-W,M0,M]>>( cf(E, X), M is min(M0, X * W) ), Cs, 1.0, Min), C is Min * R ), CFs),
    foldl([C,A,B]>>(B is A + C * (1 - A)), CFs, 0.0, CF).

main :-
    forall(between(1, 4, N), consultation(N)),
    maplist([F]>>assertz(fact(F)), [has_hair, has_claws, has_pointed_teeth, has_tawny_colour, has_dark_spots]),
    forward, findall(R, fired(R), Rs), writeln(Rs),
    forall(member(D, [flu, cold]), ( cf(D, C), format("~w: ~3f~n", [D, C]) )),
    findall(R, ( R :: if C and _ then _, C == carnivore ), Cs), writeln(Cs),
    forall(( X :: if Y then Z, Z == bird ), ( writeq(X :: if Y then Z), nl )).
