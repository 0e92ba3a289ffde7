"""Admin forms of the question bank: a question, a reason, a file, an answer."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.alalab.bank.editing import WORDS
from games.alalab.bank.models import Question
from games.alalab.bank.validation import QuestionDraft, plain, tidy, validation_errors


class QuestionForm(forms.ModelForm):
    class Meta:
        model = Question
        fields = WORDS
        widgets = {"text": forms.Textarea(attrs={"rows": 2, "cols": 80})}

    def clean(self) -> dict[str, Any]:
        """The same rules as for a file, in the same words."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return data
        for name in ("text", "choice_a", "choice_b", "choice_c", "choice_d"):
            data[name] = tidy(data[name])
        data["language"] = data["language"].lower()
        choices = tuple(data[f"choice_{letter}"] for letter in "abcd")
        rest = {name: data[name] for name in ("text", "category", "language")}
        draft = QuestionDraft(
            choices=choices, answer=int(data["answer"]), difficulty=int(data["difficulty"]), **rest
        )
        for fault in validation_errors(draft):
            self.add_error(None, fault)
        twin = Question.objects.filter(language=data["language"], plain=plain(data["text"]))
        other = twin.exclude(pk=self.instance.pk).first()
        if other is not None:
            self.add_error(
                "text",
                ValidationError(
                    _("The bank has this question already. Its key is %(key)s."),
                    params={"key": other.key},
                ),
            )
        return data


class RetireForm(forms.Form):
    why = forms.CharField(
        label=_("Why"), max_length=200, widget=forms.TextInput(attrs={"size": 60})
    )


class ReplyForm(forms.Form):
    reply = forms.CharField(
        label=_("Answer to the player"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )


class FileForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_("CSV or JSON, UTF-8, at most 2 MB and 5,000 questions."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.json,.txt"}),
        allow_empty_file=True,
    )
