"""Every text of the tablet in English; another language is another file with the same keys.

One string, because names of their own would cost the tablet's heap five times as much.
"""

TEXT = """
back=back
OK=OK
NS=N-S
EW=E-W
N=N
E=E
S=S
W=W
North=North
East=East
South=South
West=West
C=♣
D=♦
H=♥
S.=♠
NT=NT
rubber=Rubber
international=International
table=Table
game=Game
no game=No game yet
new game=new game
go on=go on
which game=Which game?
next=next
who deals=Who deals
first=first?
start=start
deal=Deal
saved=saved ✓
pass=pass
passed out=Passed out?
nobody bid=Nobody bid
yes=yes
result=result
save=save
to=to
menu=Menu
sheet=Score sheet
honours=Honours
stop=Stop playing
home=Home
choose=choose
aces=aces
of 5=of 5
claim=claim
stop now=Stop now?
stop 1=The game is not over.
stop 2=Score it as it is?
win by=win by
tie=It is a tie
finish=finish
trouble=Call the director
not saved=NOT SAVED
no store=No scores
damaged=Store damaged
broken=Broken
again=again
restart=restart
no write=The flash took no write.
"""
