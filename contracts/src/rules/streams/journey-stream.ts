/** Stream of the days that a participant completed in a run. */
export const journeyStream = ({ run, user }: { run: number; user: string }): string =>
  `journey-${run}-${user}`
