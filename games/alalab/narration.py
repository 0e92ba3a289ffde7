"""Narration: the quiz in words, what happened, what may be done, what is asked, how it ended."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from games.alalab import buzzers, values
from games.alalab.question import CATEGORIES, DIFFICULTIES, LETTERS
from games.engine.contract import Outcome, Seat
from games.page.html import format_html
from games.page.offers import Offer
from games.page.phrases import gettext as _
from games.page.phrases import ngettext
from games.page.wording import Who, clock_short, winners_line

# ---- What happened -----------------------------------------------------------------------------


def tell(fact: values.AnyFact, who: Who) -> SafeString:
    """One line of the log, which a screen reader reads as well. `who` names a seat, safely."""
    match fact:
        case values.Opened(hosted=True):
            return format_html("{}", _("The quiz begins. The host asks and judges."))
        case values.Opened():
            return format_html("{}", _("The quiz begins. The first to buzz may answer."))
        case values.QuestionShown(number=number, text=text):
            line = _('Question {n}: <span dir="auto">{text}</span>')
            return format_html(line, n=number, text=text)
        case values.Buzzed(seat=seat):
            return format_html(_("First at the buzzer: {who}."), who=who(seat, inside=True))
        case values.GaveUp(seat=seat):
            return format_html(_("Does not know it: {who}."), who=who(seat, inside=True))
        case values.Answered(seat=seat, words=words, correct=True):
            text = _('{who} answered <span dir="auto">{words}</span>: right, +1.')
            return format_html(text, who=who(seat), words=words)
        case values.Answered(seat=seat, words=words):
            text = _('{who} answered <span dir="auto">{words}</span>: wrong, −1.')
            return format_html(text, who=who(seat), words=words)
        case values.RanOut(seat=seat):
            return format_html(_("{who} gave no answer in time: −1."), who=who(seat))
        case values.Revealed(words=words, silent=True):
            text = _('Nobody buzzed. The answer is <span dir="auto">{words}</span>.')
            return format_html(text, words=words)
        case values.Revealed(words=words):
            text = _('The answer is <span dir="auto">{words}</span>.')
            return format_html(text, words=words)
        case values.Judged(seat=seat, correct=correct, score=score, words=str(words)):
            text = (
                _('Right, +1: {who}, with <span dir="auto">{words}</span>; now {score}.')
                if correct
                else _('Wrong, −1: {who}, with <span dir="auto">{words}</span>; now {score}.')
            )
            name = who(seat, inside=True)
            return format_html(text, who=name, words=words, score=_points(score))
        case values.Judged(seat=seat, correct=True, score=score):
            text = _("Right, +1: {who}, now {score}.")
            return format_html(text, who=who(seat, inside=True), score=_points(score))
        case values.Judged(seat=seat, score=score):
            text = _("Wrong, −1: {who}, now {score}.")
            return format_html(text, who=who(seat, inside=True), score=_points(score))
        case values.Carded(seat=seat, colour="yellow", score=score):
            text = _("Yellow card, −1: {who}, now {score}.")
            return format_html(text, who=who(seat, inside=True), score=_points(score))
        case values.Carded(seat=seat, score=score):
            text = _("Red card, −3: {who}, now {score}.")
            return format_html(text, who=who(seat, inside=True), score=_points(score))
        case values.TakenBack(seat=seat, score=score):
            text = _("Taken back: {who}, {score} again.")
            return format_html(text, who=who(seat, inside=True), score=_points(score))
        case values.DeathChanged(phase=1):
            return format_html("{}", _("Sudden Death! Two points ahead win, with 11 at most."))
        case values.DeathChanged(phase=2):
            return format_html("{}", _("Sudden Death, last phase: 14 points win."))
        case values.DeathChanged():
            return format_html("{}", _("Sudden Death is off again. Ten points win."))
        case values.Won(seat=seat, stands=False):
            return format_html(
                _("That wins it for {who}, says the score."), who=who(seat, inside=True)
            )
        case values.Won(seat=seat):
            return format_html(_("The winner: {who}."), who=who(seat, inside=True))
        case values.Ended(why="questions"):
            return format_html("{}", _("That was the last question."))
        case values.Ended(why="silence"):
            return format_html("{}", _("Nobody has buzzed for ten questions. It ends here."))
        case values.Ended():
            return format_html("{}", _("Nobody played. The match counts for nobody."))
        case _:
            return tell_of_buzzers(fact, who)


def tell_of_buzzers(fact: buzzers.BuzzerFact, who: Who) -> SafeString:
    match fact:
        case buzzers.Pressed(seat=seat, place=1):
            return format_html(_("First at the buzzer: {who}."), who=who(seat, inside=True))
        case buzzers.Pressed(seat=seat, place=place):
            text = _("Number {n} at the buzzer: {who}.")
            return format_html(text, n=place, who=who(seat, inside=True))
        case buzzers.AnswerShown(seat=seat, words=words):
            text = _('To the host: {who}, <span dir="auto">{words}</span>.')
            return format_html(text, who=who(seat, inside=True), words=words)
        case buzzers.BuzzersFreed():
            return format_html("{}", _("The buzzers are free."))
        case buzzers.CountdownStarted(seconds=seconds):
            return format_html(_("The countdown runs: {n} seconds."), n=seconds)
        case buzzers.CountdownEnded():
            return format_html("{}", _("The countdown is over; the buzzers are closed."))
        case buzzers.Paused():
            return format_html("{}", _("The host pauses the quiz."))
        case buzzers.Resumed():
            return format_html("{}", _("The quiz goes on."))


def marks(fact: values.AnyFact) -> tuple[str, ...]:
    """The choice that was answered last; or that a question has just come."""
    match fact:
        case values.QuestionShown():
            return ("asked",)
        case values.Answered(choice=choice):
            return (f"choice-{choice}",)
        case _:
            return ()


def sound(fact: values.AnyFact) -> str:
    match fact:
        case values.QuestionShown():
            return "card"
        case values.Buzzed() | buzzers.Pressed():
            return "coin"
        case values.Carded():
            return "thud"
        case values.Answered(correct=True) | values.Judged(correct=True):
            return "right"
        case values.Answered() | values.Judged() | values.RanOut() | buzzers.CountdownEnded():
            return "thud"
        case values.Won():
            return "win"
        case _:
            return ""


# ---- What may be done --------------------------------------------------------------------------


def offer(move: values.AnyMove, view: values.View) -> Offer:
    """A legal move as a button and a sentence. The screens have large buttons of their own."""
    match move:
        case values.Buzz():
            preview = _("If you are first, the question is yours.")
            return Offer(move, _("Buzz"), preview, weight=9, by_itself=False)
        case values.Answer(choice):
            assert view.question is not None
            words = view.question.choices[choice]
            label = _("{letter}: {words}").format(letter=LETTERS[choice], words=words)
            return Offer(move, label, _("Right is +1, wrong is −1."), by_itself=False)
        case values.Judge(player, correct=True):
            return Offer(move, _("Right: player {n}").format(n=player + 1), _("One point more."))
        case values.Judge(player):
            return Offer(move, _("Wrong: player {n}").format(n=player + 1), _("One point less."))
        case values.Card(player, colour="yellow"):
            label = _("Yellow card: player {n}").format(n=player + 1)
            return Offer(move, label, _("One point less."))
        case values.Card(player):
            label = _("Red card: player {n}").format(n=player + 1)
            return Offer(move, label, _("Three points less."))
        case values.Undo():
            return Offer(move, _("Take back"), _("The last point or card, as if it never was."))
        case values.Show():
            label = _("Next question") if view.question else _("Show a question")
            return Offer(move, label, _("Everybody sees it; only you see the answer."))
        case values.Reveal():
            return Offer(move, _("Show the answer"), _("Everybody sees it."))
        case values.Finish():
            return Offer(move, _("Confirm the win"), _("The match is over then."), weight=9)
        case values.GiveUp():
            preview = _("When nobody is left, the answer is shown at once.")
            return Offer(move, _("I don’t know"), preview, by_itself=False)
        case buzzers.Press():
            preview = _("The host sees who was first.")
            return Offer(move, _("Buzz"), preview, weight=9, by_itself=False)
        case buzzers.ShowAnswer(choice):
            assert view.question is not None
            label = _("{letter}: {words}").format(
                letter=LETTERS[choice], words=view.question.choices[choice]
            )
            return Offer(move, label, _("Only the host sees it now."), by_itself=False)
        case buzzers.WriteAnswer():
            preview = _("Only the host sees it now.")
            return Offer(move, _("Show my answer"), preview, by_itself=False)
        case buzzers.FreeBuzzers():
            return Offer(move, _("Free the buzzers"), _("For another question."))
        case buzzers.Countdown():
            return Offer(move, _("Countdown"), _("At its end the buzzers are closed."))
        case buzzers.Pause():
            return Offer(move, _("Pause"), _("Nobody can press, and no countdown runs."))
        case buzzers.Resume():
            return Offer(move, _("Go on"), _("A countdown starts anew."))
    raise TypeError(move)


def waits_for(view: values.View, seat: Seat, moves: Sequence[values.AnyMove]) -> bool:
    """Only whoever must answer is waited for. A host is always free to act, and so is a referee."""
    if view.phase == "decided":
        return bool(moves)
    return view.phase == "answering" and view.owner == seat


def head(view: values.View, seat: Seat | None, moves: Sequence[values.AnyMove]) -> str:
    """The first words of the status line. Empty: the table's usual ones."""
    match view.phase:
        case "question" if any(isinstance(move, values.Buzz) for move in moves):
            return _("Do you know it?")
        case "question" if seat is not None and seat in (*view.failed, *(view.gave_up or ())):
            return _("Now the others")
        case "question":
            return _("Who buzzes first?")
        case "answering" if view.owner == seat:
            return _("Your question")
        case "answering":
            return ""
        case "revealed":
            return _("The answer")
        case "decided":
            return _("A win, if it stands")
        case "hosted" if seat == len(view.scores):
            return _("You are the host")
        case "hosted" if view.buzzers:
            return head_of_buzzers(view, view.buzzers, seat)
        case "hosted":
            return _("The host asks")
        case _:
            return ""


def ask(view: values.View, seat: Seat | None, moves: Sequence[values.AnyMove]) -> str:
    """What the table waits for, as this seat is told. None is a spectator."""
    host = view.extra == "host" and seat == len(view.scores)
    match view.phase:
        case "over":
            return _("The match is over.")
        case "decided" if host:
            return _("Confirm the win, or take the last point back. It stands in 30 seconds.")
        case "decided":
            return _("The host confirms the win.")
        case "hosted" if host:
            return _("Tap what you hear: right, wrong, or a card.")
        case "hosted" if view.buzzers:
            return ask_of_buzzers(view, view.buzzers, seat)
        case "hosted":
            return _("Answer aloud; the host keeps the score.")
        case "revealed":
            return _("The next question comes in a moment.")
        case "answering" if view.owner == seat:
            return _("Choose an answer")
        case "answering":
            return _("An answer is being chosen")
        case _:
            return _("Ten points win") if view.sudden_death is None else ""


def head_of_buzzers(view: values.View, seen: buzzers.BuzzersSeen, seat: Seat | None) -> str:
    if seen.paused:
        return _("A pause")
    if seat is not None and seen.verdicts[seat] is not None:
        return _("Right!") if seen.verdicts[seat] else _("Wrong")
    if view.question and view.revealed:
        return _("The answer")
    if seen.stage == "look":
        return _("Look first")
    if seat is not None and seat == view.owner:
        return _("The host asks you")
    if seen.stage == "closed":
        return _("The buzzers are closed")
    return _("Do you know it?") if view.question else _("The host asks")


def ask_of_buzzers(view: values.View, seen: buzzers.BuzzersSeen, seat: Seat | None) -> str:
    if seen.paused:
        return _("The host goes on in a moment.")
    if seen.stage == "look":
        return _("The buzzers open in a moment.")
    if seat is not None and seen.verdicts[seat] is not None:
        return _("The host goes on.")
    if seat is not None and seat == view.owner:
        return _("Say your answer, or show it.")
    if seat is not None and seat in seen.order:
        place = seen.order.index(seat) + 1
        return _("You pressed as number {n}.").format(n=place)
    if seen.stage == "closed":
        return _("The next question comes from the host.")
    return _("Press, then answer; the host keeps the score.")


# ---- How it ended ------------------------------------------------------------------------------


def score_line(item: object) -> str:
    return str(item)


def headline(outcome: Outcome, who: Who) -> SafeString:
    """The first line of the result."""
    return winners_line(outcome, who, _points)


def help_anchor(view: values.View) -> str:
    """The heading of the rules that fits the moment."""
    if view.sudden_death is not None:
        return "rule-death"
    return "rule-host" if view.extra == "host" else "rule-house"


def option_line(options: values.Options) -> str:
    """The table's options at a glance."""
    if options.mode == "hosted":
        parts = [_("with a host")]
        if options.source == "own":
            return " · ".join([*parts, _("the host's own questions")])
    else:
        n = options.max_questions
        parts = [ngettext("{n} question", "{n} questions", n).format(n=n)]
        parts.append(clock_short(options.answer_seconds))
        if options.referee:
            parts.append(_("with a referee"))
    wanted = options.questions
    if wanted.difficulty:
        parts.append(_(DIFFICULTIES[wanted.difficulty]).lower())
    if chosen := wanted.categories:
        if len(chosen) <= 2:
            parts += [_(CATEGORIES[key]) for key in chosen]
        else:
            text = ngettext("{n} category", "{n} categories", len(chosen))
            parts.append(text.format(n=len(chosen)))
    return " · ".join(parts)


# ---- Pieces of sentences -----------------------------------------------------------------------


def death_words(view: values.View) -> str:
    """Sudden Death and what wins in it, in words."""
    match view.sudden_death:
        case 1:
            return _("Sudden Death: two points ahead win, with 11 at most")
        case 2:
            return _("Sudden Death, last phase: 14 points win")
        case _:
            return ""


def _points(score: int) -> str:
    text = ngettext("{n} point", "{n} points", abs(score))
    return text.format(n=str(score).replace("-", "−"))
