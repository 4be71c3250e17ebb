/** Joins class names; skips false and undefined ones. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
