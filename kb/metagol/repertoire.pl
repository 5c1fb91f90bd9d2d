/** Which openings branch off two steps further on?

An opening has one main line and some side lines. No word for "a line of this opening" is given: the
learner invents it, a disjunction of the two relations, and uses it twice.

    % chesslog run kb/metagol/repertoire.pl

Metarules, from the library: identity, P(A,B) :- Q(A,B), and chain, P(A,B) :- Q(A,C), R(C,B).
*/
% expect: two_on(A,B):-two_on_1(A,C),two_on_1(C,B).
% expect: two_on_1(A,B):-main_line(A,B).
% expect: two_on_1(A,B):-side_line(A,B).

:- use_module(library(metagol)).
:- initialization(main, main).

:- use_metarules([identity, chain]).

body_pred(main_line/2).
body_pred(side_line/2).

main_line(open_game, kings_knight).
main_line(kings_knight, spanish).
main_line(spanish, morphy_defence).
main_line(kings_gambit, bishops_gambit).
main_line(queens_gambit, declined).
main_line(declined, orthodox).

side_line(open_game, kings_gambit).
side_line(kings_knight, petroff).
side_line(kings_gambit, falkbeer).
side_line(spanish, berlin).
side_line(queens_gambit, accepted).
side_line(declined, tarrasch).

main :-
    Pos = [two_on(open_game, spanish), two_on(open_game, petroff), two_on(open_game, falkbeer),
           two_on(open_game, bishops_gambit), two_on(queens_gambit, tarrasch), two_on(kings_knight, morphy_defence)],
    Neg = [two_on(open_game, kings_knight), two_on(open_game, berlin),
           two_on(queens_gambit, accepted), two_on(spanish, open_game)],
    learn(Pos, Neg).
