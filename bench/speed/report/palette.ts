/** Colours that differ for the colour-blind as well (Okabe and Ito, 2008), on a light ground. */
export const INK = "#1f2933";
export const FAINT = "#6b7785";
export const GRID = "#e4e7eb";
export const GROUND = "#fcfcfb";
export const OK = "#0072b2";
export const MISSES = "#d55e00";

export const SERIES: readonly string[] = ["#0072b2", "#009e73", "#cc79a7", "#d55e00", "#6b7785"];
