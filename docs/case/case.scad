// A case for a Scorepad tablet: a desk with a sloping lid, printed as two parts without supports.
// All sizes in mm. `make wiring` draws its pictures; docs/first-score.md says how to print it.
//
//   openscad -o box.stl -D 'part="box"' -D 'board="pico"' -D 'panel="0.96"' case.scad

part = "all";     // box, lid, or all: as they belong together, to look at
board = "pico";   // pico or esp32 (an ESP32-DevKitC)
panel = "0.96";   // inches: 0.96, 1.3 or 2.42
jumpers = true;   // wires on header pins below the board; false: soldered to it, which is flatter

// Length, width. Pico Datasheet, chapter 2: 51 x 21, 1 thick. The DevKitC's width is as Wokwi
// draws it, its length the usual one of sellers; copies differ by some mm: measure yours.
board_size = board == "pico" ? [51, 21] : board == "esp32" ? [54.4, 27.9]
  : assert(false, "board is pico or esp32") undef;
board_thick = board == "pico" ? 1 : 1.6;
// Modules differ from seller to seller: measure yours. The picture's size is that of the glass's
// 128 x 64 dots; docs/hardware.md has it too.
panel_size = panel == "0.96" ? [27.5, 28] : panel == "1.3" ? [35.4, 33.5]
           : panel == "2.42" ? [73, 48] : assert(false, "panel is 0.96, 1.3 or 2.42") undef;
picture = panel == "0.96" ? [21.7, 10.9] : panel == "1.3" ? [29.4, 14.7] : [55, 27.5];
picture_up = 0;   // of its middle above that of the module, seen from the front: measure yours
around = 1.5;     // what the window shows around the picture

button_body = 12; // a square push button, held by a frame; 0: a round one, held by its own nut
button_hole = 12; // its cap, or its thread
button_deep = 4;  // from the lid's inner side to its back
pitch = 18;       // from one button to the next: a thumb wide
wire = 10;        // room below buttons and panel for their wires

tilt = 20;        // degrees towards the players
wall = 2;
lid_thick = 2.4;
loose = 0.3;      // between parts that fit into each other
screw = 3;        // M3, 10 long, cuts its own thread
post = 10;        // of plastic around a screw
edge = wall + 4;
printer = 200;    // the bed's shorter side
$fn = 48;

assert(part == "box" || part == "lid" || part == "all", "part is box, lid or all");
assert(tilt >= 0 && tilt <= 30, "tilt is 0 to 30 degrees: the screws leave the posts else");
assert(pitch >= button_hole + 4 && pitch >= button_body + 4, "the buttons touch: a larger pitch");
assert(picture.x + 2 * around < panel_size.x && picture.y + 2 * around + 2 * abs(picture_up)
       < panel_size.y, "the window is larger than the panel's module");

// The lid, seen from the front: x to the right from its middle, y up from its lower edge.
across = max(5 * pitch + 2 * edge + post, panel_size.x + 2 * (post + edge));
cross = edge + 1.5 * pitch;
panel_middle = edge + 3 * pitch + 4 + panel_size.y / 2;
high = panel_middle + panel_size.y / 2 + edge;
buttons = [[0, 1], [0, -1], [-1, 0], [1, 0], [2.1, 0], [-2.1, 0]]; // up down left right OK BACK
screws = [for (x = [-1, 1], y = [post / 2 + 1, high - post / 2 - 3])
          [x * (across / 2 - post / 2 - 0.5), y]];

// The box: y from the front to the back, z up from the table.
deep = high * cos(tilt);
under = jumpers ? 18 : 4; // a jumper's socket is 14 long; the joints on a board's back need 3
board_front = deep - wall - loose - board_size.x;
board_top = wall + under + board_thick + (jumpers ? 6 : 12);
front = max(wall + button_deep + wire + lid_thick,
            board_top + button_deep + lid_thick - board_front * tan(tilt));
back = front + deep * tan(tilt);
usb = [13, 9];    // for the plug's cover, not only for the plug
usb_middle = wall + under + board_thick + 1.5; // both boards have their socket on top

assert(board_front > wall + 4, "the board is longer than the case");
assert(across <= printer && high <= printer && back <= printer, "larger than the printer's bed");
assert(usb_middle + usb.y / 2 < back - post, "the USB socket is too high");
echo(box = [across, deep, back], lid = [across, high, lid_thick]);

if (part == "box") box();
if (part == "lid") rotate([180, 0, 0]) lid();
if (part == "all") {
  color("SteelBlue") box();
  color("Gainsboro") on_slope() translate([0, 0, lid_thick + 30]) lid();
}

module on_slope() { translate([0, 0, front]) rotate([tilt, 0, 0]) children(); }

module box() {
  difference() {
    union() {
      difference() {
        desk(0);
        desk(wall);
      }
      intersection() {
        desk(0);
        union() {
          posts();
          stand();
        }
      }
    }
    for (at = screws) on_slope() translate([at.x, at.y, -8.5]) cylinder(d = screw - 0.5, h = 20);
    translate([-usb.x / 2, deep - wall - 1, usb_middle - usb.y / 2]) cube([usb.x, wall + 2, usb.y]);
  }
}

// The solid desk, `less` smaller on each side and open at the top if it is the room inside.
module desk(less) {
  top = less > 0 ? 1 : 0;
  rotate([90, 0, 90]) linear_extrude(across - 2 * less, center = true)
    polygon([[less, less], [deep - less, less],
             [deep - less, back - less * tan(tilt) + top], [less, front + less * tan(tilt) + top]]);
}

module posts() {
  for (at = screws, back = [at.y > high / 2])
    translate([at.x - post / 2, back ? deep - post - 4 : 0, 0]) cube([post, post + 4, 200]);
}

// The board lies on two blocks between its rows of pins, and four guides keep it in place.
// The stops take the push of the plug.
module stand() {
  for (y = [board_front, deep - wall - 6])
    translate([-5, y - 2, 0]) cube([10, 8, wall + under]);
  translate([-5, board_front - 4, 0]) cube([10, 4 - loose, wall + under + board_thick + 2]);
  for (side = [-1, 1], y = [board_front + 2, deep - wall - 8])
    translate([side * (board_size.y / 2 + loose + 1) - 1, y, 0])
      cube([2, 6, wall + under + board_thick + 1]);
}

// Its face is at z = 0, and everything else behind it.
module lid() {
  difference() {
    union() {
      translate([-across / 2, 0, -lid_thick]) cube([across, high, lid_thick]);
      frame([0, panel_middle], panel_size, 3);
      if (button_body > 0)
        for (at = buttons)
          frame([at.x * pitch, cross + at.y * pitch], [button_body, button_body], button_deep);
    }
    window();
    for (at = buttons) translate([at.x * pitch, cross + at.y * pitch, -50])
      cylinder(d = button_hole + 2 * loose, h = 100);
    for (at = screws) translate([at.x, at.y, -50]) cylinder(d = screw + 0.4, h = 100);
  }
}

// A rim behind the lid, which keeps a part in its place; hot glue holds it there.
module frame(middle, size, height) {
  translate([middle.x, middle.y, -lid_thick - height]) linear_extrude(height + 0.01)
    difference() {
      square([size.x + 2 * loose + 2.4, size.y + 2 * loose + 2.4], center = true);
      square([size.x + 2 * loose, size.y + 2 * loose], center = true);
      translate([-4, 0]) square([8, size.y]); // a gap for the wires
    }
}

// Wider at the face, so that its edge hides nothing from somebody who looks from aside.
module window() {
  size = [picture.x + 2 * around, picture.y + 2 * around];
  translate([0, panel_middle + picture_up, -lid_thick - 0.01]) hull() {
    linear_extrude(0.01) square(size, center = true);
    translate([0, 0, lid_thick + 0.02])
      linear_extrude(0.01) square([size.x + 2 * lid_thick, size.y + 2 * lid_thick], center = true);
  }
}
