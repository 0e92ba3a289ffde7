"""Forms of own questions: one question, or many pasted lines."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.alalab.bank import own_questions
from games.alalab.bank.models import OwnQuestion
from games.alalab.bank.own_question_paste import LONGEST_PASTE
from games.alalab.bank.validation import LONGEST_CATEGORY, LONGEST_CHOICE, LONGEST_TEXT
from games.alalab.question import LETTERS

MISSING = {"required": _("Please write something here.")}


def choice_field(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        error_messages=MISSING,
        widget=forms.TextInput(
            attrs={"maxlength": LONGEST_CHOICE, "autocomplete": "off", "dir": "auto"}
        ),
    )


class OwnQuestionForm(forms.Form):
    """One question. What is wrong with it is said in the words of the bank."""

    text = forms.CharField(
        label=_("Question"),
        error_messages=MISSING,
        widget=forms.Textarea(
            attrs={"rows": 2, "maxlength": LONGEST_TEXT, "class": "short", "dir": "auto"}
        ),
    )
    choice_a = choice_field(_("Choice A"))
    choice_b = choice_field(_("Choice B"))
    choice_c = choice_field(_("Choice C"))
    choice_d = choice_field(_("Choice D"))
    answer = forms.TypedChoiceField(
        label=_("The right one"),
        choices=list(enumerate(LETTERS)),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Please say which is right.")},
    )
    category = forms.CharField(
        label=_("Category"),
        required=False,
        help_text=_("A word that stands above the question, if you like."),
        widget=forms.TextInput(
            attrs={"maxlength": LONGEST_CATEGORY, "autocomplete": "off", "dir": "auto"}
        ),
    )

    @staticmethod
    def words_of(row: OwnQuestion) -> dict[str, Any]:
        names = ("text", "choice_a", "choice_b", "choice_c", "choice_d", "answer", "category")
        return {name: getattr(row, name) for name in names}

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            for fault in own_questions.troubles(self.draft()):
                self.add_error(None, fault)
        return data

    def draft(self) -> own_questions.OwnQuestionDraft:
        data = self.cleaned_data
        choices = (data[f"choice_{letter}"] for letter in "abcd")
        return own_questions.draft_of(data["text"], choices, data["answer"], data["category"])


class PasteForm(forms.Form):
    lines = forms.CharField(
        label=_("Your questions, a line each"),
        max_length=LONGEST_PASTE,
        error_messages=MISSING
        | {"max_length": _("That is too much at once. Send it in two or three parts.")},
        widget=forms.Textarea(
            attrs={"rows": 10, "maxlength": LONGEST_PASTE, "spellcheck": "false", "dir": "auto"}
        ),
    )
