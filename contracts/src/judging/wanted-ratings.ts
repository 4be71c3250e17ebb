// How many ratings are wanted guides the queue and the screens, and refuses nothing. While more than one is wanted, a
// rating of another admin does not make an admin's own rating outdated, and admins see no stars of others before they
// have rated the project: that keeps reviewers independent. The stars are no secret, because ratings are public.
// Normalised scores change neither points nor ranks; organisers may look at them.

/** How many official ratings organisers can want for each project. */
export const fewestWantedRatings = 1
export const mostWantedRatings = 5
