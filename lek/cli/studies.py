"""`lek study list`, `lek study show`, `lek study run` and `lek bench`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lek.cli.printing import Stopped, notice, plain, print_json, print_table, progress

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def add_to(app: typer.Typer) -> None:
    study = typer.Typer(no_args_is_help=True, help="Run a paper's experiment: settings, results, claims, figures.")
    study.command("list")(list_studies)
    study.command("show")(show_study)
    study.command("run")(run_study)
    app.add_typer(study, name="study")
    app.command("bench")(bench)


def list_studies(json: Json = False) -> None:
    """List the studies, a line each, with the minutes that each scale takes."""
    from lek.studies import STUDIES, find_study

    studies = {name: find_study(name) for name in STUDIES}
    if json:
        return print_json({name: {"about": study.title, "minutes": study.minutes._asdict()}
                           for name, study in studies.items()})
    rows = [[name, study.title, _minutes(study.minutes.quick), _minutes(study.minutes.paper)]
            for name, study in studies.items()]
    print_table("studies, and the minutes each scale takes (lek study show NAME says on what machine)",
                ["study", "what it is", "quick", "paper"], rows, 2)


def show_study(name: Annotated[str, typer.Argument(help="A study's name, or the path of its .py file.")],
               json: Json = False) -> None:
    """Show the settings of a study at both scales with their ranges, and how long it takes."""
    from lek.studies import find_study

    study = find_study(name)
    took, table = study.minutes, study.settings
    if json:
        return print_json({"study": name, "about": study.lead, "minutes": took._asdict(), "settings": table})
    print_table(f"{name}: {study.lead}", ["setting", "paper", "quick", "range"],
                [[key, plain(row["paper"]), plain(row["quick"]), row["range"]] for key, row in table.items()], 4)
    print(f"minutes: quick {_minutes(took.quick)}, paper {_minutes(took.paper)}"
          + (f" ({took.source})" if took.source else ""))


def _minutes(value: float | None) -> str:
    return "not measured" if value is None else f"{value:g}"


def run_study(
    name: str, scale: Annotated[str, typer.Option(help="quick or paper")] = "quick",
    seed: Annotated[int | None, typer.Option(min=0, max=2**63 - 1)] = None,
    set: Annotated[list[str], typer.Option("--set", metavar="KEY=VALUE")] = [],  # noqa: A002, B006
    out: Annotated[Path | None, typer.Option(help="The run's folder; by default one named after the config.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu or cuda")] = None,
    threads: Annotated[int | None, typer.Option(min=1)] = None, json: Json = False,
) -> None:
    """Run a study, or go on with it: the same command after a stop repeats nothing that was finished."""
    from lek.kernel import cuda
    from lek.settings import assignments, one_of
    from lek.studies import find_study
    from lek.studies.claim import by_source, counted
    from lek.studies.run import default_folder, run
    from lek.studies.study import configure
    from lek.threads import usable_threads

    one_of("scale", scale, ["quick", "paper"])
    study = find_study(name)
    given = assignments(set)
    given |= {} if seed is None else {"seed": str(seed)}
    given |= {} if device is None else {"device": device}
    config = configure(study.quick if scale == "quick" else study.paper, given)
    if config.device == "cuda":
        cuda()
    folder = out or default_folder(name, config)
    try:
        with progress(f"study {name}") as bar:
            outcome = run(name, study, config, folder, threads=usable_threads(threads), progress=bar)
    except KeyboardInterrupt:
        raise Stopped(f"stopped; the same command goes on from what is finished in {folder}") from None
    for sentence in outcome.notices:
        notice(sentence)
    if json:
        return print_json({"study": name, "out": str(outcome.out), "results": outcome.results, "claims": [
            {"id": claim.id, "paper": claim.paper, "ours": claim.ours, "verdict": claim.verdict, "source": claim.source}
            for claim in outcome.claims]})
    for source, rows in by_source(outcome.claims).items():
        claims = [claim for claim, _ in rows]
        print_table(f"study {name}: {counted(source, claims)}", ["claim", f"{source} says", "we got", "verdict"],
                    [[claim.id, claim.paper, claim.ours, claim.verdict] for claim in claims], 4)
    print("\nfigures:")
    for figure in outcome.figures:
        print(f"  {figure}")
    print(f"report:\n  {outcome.out / 'report.html'}")


def bench(name: Annotated[str | None, typer.Argument(help="Which one; without a name they are listed.")] = None,
          json: Json = False) -> None:
    """Measure a speed side by side with a yardstick, in one run."""
    from lek.benches import find_benches
    from lek.settings import one_of

    benches = find_benches()
    if name is None:
        about = {key: (module.__doc__ or "").strip().split("\n")[0] for key, module in benches.items()}
        return print_json(about) if json else print_table("benchmarks", ["name", "what it compares"],
                                                          [list(row) for row in about.items()], 2)
    result = benches[one_of("benchmark", name, benches)].run()
    if json:
        return print_json(result)
    print(f"{result['name']}: ours {result['ours']:.4g}, yardstick {result['yardstick']:.4g} {result['unit']}; "
          f"ratio {result['ratio']:.2f}")
    for key, value in result.items():
        if key not in ("name", "ours", "yardstick", "ratio", "unit"):
            print(f"  {key}: {value}")
