import django.core.validators
import django.db.models.deletion
import tournaments.models.events
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_the_whole_table"),
    ]

    operations = [
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.SlugField(max_length=20, verbose_name="code")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
            ],
            options={
                "verbose_name_plural": "categories",
                "ordering": ["name"],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="checked_in_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="checked in"),
        ),
        migrations.AddField(
            model_name="entry",
            name="fee_paid_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="fee paid"),
        ),
        migrations.AddField(
            model_name="entry",
            name="from_round",
            field=models.PositiveSmallIntegerField(default=1, verbose_name="plays from round"),
        ),
        migrations.AddField(
            model_name="entry",
            name="reserve",
            field=models.BooleanField(
                default=False, help_text="waits for a place, and is not drawn", verbose_name="reserve"
            ),
        ),
        migrations.AddField(
            model_name="regulations",
            name="bye_counts",
            field=models.CharField(
                choices=[("full", "in full"), ("half", "half")],
                default="full",
                max_length=4,
                verbose_name="the difference of a bye counts",
            ),
        ),
        migrations.AddField(
            model_name="regulations",
            name="clubs_apart",
            field=models.BooleanField(default=True, verbose_name="clubs kept apart in round 1"),
        ),
        migrations.AddField(
            model_name="regulations",
            name="effectiveness",
            field=models.CharField(
                choices=[
                    ("difference", "points scored minus points against"),
                    ("to_target", "target minus the loser’s points, the difference where time ended the game"),
                    ("share", "share of all points scored, in thousandths"),
                ],
                default="difference",
                max_length=12,
                verbose_name="effectiveness",
            ),
        ),
        migrations.AddField(
            model_name="regulations",
            name="entries_close",
            field=models.PositiveSmallIntegerField(
                default=1,
                help_text="late entries score nothing for rounds missed",
                verbose_name="entries close when this round starts",
            ),
        ),
        migrations.AddField(
            model_name="regulations",
            name="first_round",
            field=models.CharField(
                choices=[("number", "by entry number"), ("rating", "by rating"), ("lot", "by lot")],
                default="number",
                max_length=8,
                verbose_name="order of the first draw",
            ),
        ),
        migrations.AddField(
            model_name="regulations",
            name="seed",
            field=models.PositiveIntegerField(
                default=tournaments.models.events.new_seed,
                validators=[django.core.validators.MaxValueValidator(2147483647)],
                verbose_name="seed of the lots",
            ),
        ),
        migrations.AddField(
            model_name="regulations",
            name="walkover_counts",
            field=models.CharField(
                choices=[("full", "in full"), ("half", "half")],
                default="full",
                max_length=4,
                verbose_name="the difference of a game won without playing counts",
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="drawing",
            field=models.JSONField(
                blank=True, default=dict, help_text="how it was drawn: system, seed, why, swaps by hand"
            ),
        ),
        migrations.AlterField(
            model_name="regulations",
            name="system",
            field=models.CharField(
                choices=[
                    ("round_robin", "round robin"),
                    ("double_round_robin", "double round robin"),
                    ("swiss", "Swiss"),
                ],
                default="round_robin",
                max_length=20,
                verbose_name="system",
            ),
        ),
        migrations.AddConstraint(
            model_name="regulations",
            constraint=models.CheckConstraint(
                condition=models.Q(("entries_close__gte", 1)), name="entries_close_at_a_round"
            ),
        ),
        migrations.AddField(
            model_name="category",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="categories", to="tournaments.tournament"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="categories",
            field=models.ManyToManyField(blank=True, related_name="entries", to="tournaments.category"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("from_round__gte", 1)), name="entries_play_from_a_round_on"
            ),
        ),
        migrations.AddConstraint(
            model_name="category",
            constraint=models.UniqueConstraint(fields=("tournament", "code"), name="category_once_in_an_event"),
        ),
        migrations.AddConstraint(
            model_name="category",
            constraint=models.UniqueConstraint(fields=("tournament", "name"), name="category_named_once_in_an_event"),
        ),
    ]
