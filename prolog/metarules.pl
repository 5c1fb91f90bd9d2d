/** A library of metarules, by name.
*/

:- module(metarules, [metarules/1, use_metarules/1, metarule_clause/5]).

:- use_module(library(lists)).

metarule_clause(identity, [P,Q], [P,A,B], [[Q,A,B]], ['P'=P,'Q'=Q,'A'=A,'B'=B]).
metarules([]).
use_metarules(_).
