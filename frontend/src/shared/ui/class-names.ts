/** Joins the class names that apply; anything false or absent is left out. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
