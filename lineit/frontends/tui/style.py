"""How the screens of the terminal game look, as Textual's CSS."""

STYLE = """
.title { text-style: bold; padding: 0 1; width: 100%; }
.label { width: 12; }
#differences { margin-top: 1; }
.heading { text-style: bold; margin-top: 1; width: 100%; }
.box { width: 100%; height: 100%; padding: 0 1; background: $surface; }
.box.small { height: auto; border: round $primary; }
.box VerticalScroll { height: 1fr; }
.middle { align: center middle; height: 100%; text-align: center; }
.buttons, #keys, Start Horizontal { height: 1; }
.buttons Button, .key { padding: 0; width: auto; min-width: 0; }
Save { align: center middle; }
#start { height: 1fr; padding: 1 1 0 1; }
#start Select { width: 34; }
#start Input { width: 1fr; }
#start Button { margin-right: 2; }
#start .go-on { max-width: 58; }
Start .kept { height: auto; }
#plot { height: 3; margin: 0 1 1 1; }
#plotted { padding: 0 1; }
.broken { width: 1fr; height: auto; margin: 0 2 0 1; color: $text-muted; }
#refused, #saved { height: auto; max-height: 5; color: $text-warning; padding: 0 1; }
#status { background: $primary-background; }
#status, #jackpots { height: auto; max-height: 3; padding: 0 1; }
#market { height: auto; max-height: 6; padding: 0 1; }
#players { height: auto; min-height: 4; max-height: 50%; }
#lines { padding: 0 1; }
#log { height: 1fr; min-height: 3; background: $surface; padding: 0 1; color: $text-muted; }
#log { overflow-y: scroll; scrollbar-size-vertical: 1; }
#choices { height: auto; max-height: 7; padding: 0 1; overflow-y: auto; }
#message { height: auto; max-height: 3; color: $text-warning; padding: 0 1; min-height: 1; }
#hint { height: auto; max-height: 3; padding: 0 1; color: $text-accent; }
#message.meaning { color: $text; text-style: italic; }
.choice { width: 100%; content-align: left middle; text-align: left; }
.refused { color: $text-muted; text-style: italic; }
Button:focus { text-style: bold reverse; }
#log:focus { background: $boost; scrollbar-color: $accent; }
"""
