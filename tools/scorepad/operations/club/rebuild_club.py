from scorepad.language import text
from scorepad.operation import Club, Context, Done, Task, operation
from scorepad.operations.club.common import count_sessions


@operation("club rebuild")
class RebuildClub(Task):
    """Rebuild what follows from the records

    Sessions, seats, rankings and all else that follows from the records of the
    tablets and the decisions of the club are worked out again. The result is the
    same, unless somebody else has changed the database.
    """

    examples = ("scorepad club rebuild",)

    def run(self, club: Club, context: Context) -> Done:
        return Done([text("Rebuilt {what}.", what=count_sessions(club.rebuild(context.steps)))])
