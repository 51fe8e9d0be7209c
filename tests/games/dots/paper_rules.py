"""The six rules that the paper prints, as it writes them, and as both readers of rules show them."""

FIGURE_3 = "q2l1(1+)x3x4w : l1(1+)q2n : x3q2 : x4q2 : x5w => q2−x3"
TAKE_ANY = "x0w => x0 − w"
LEAVE_TWO = "l0(1+)x1n => l0(1+)[0]− n"
TAKE_AT_BORDER = "x0n => x0 − n"
INTO_A_CHAIN = "x45l48(2+) : l48(2+)nx45 => x45 − l48(2+)"
NINE = "t4l9l7t1 : l7(2)t4n : l9(4)t1t4 : l8(1)t1n : t1l9t4l8 => t1−t4"

SHOWN = [
    (FIGURE_3, "q2l1(1+)x3x4w : l1(1+)q2n : x3q2 : x4q2 : x5w => q2-x3"),
    (TAKE_ANY, "x0w => x0-w"),
    (LEAVE_TWO, "l0(1+)x1n : x1l0(1+) => l0(1+)-n"),
    (TAKE_AT_BORDER, "x0n => x0-n"),
    (INTO_A_CHAIN, "x45l48(2+) : l48(2+)nx45 => x45-l48(2+)"),
    (NINE, "t4l9(4)l7(2)t1 : l7(2)t4n : l9(4)t1t4 : l8(1)t1n : t1l9(4)t4l8(1) => t1-t4"),
    ("l0(4)l0l0=>l0[2]-l0", "l0(4)l0(4)l0(4) => l0(4)[2]-l0(4)"),
]
