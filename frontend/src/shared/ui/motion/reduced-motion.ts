/** Whether the reader asked for less movement. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
