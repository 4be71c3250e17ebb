// The bounds of the option `wantedRatings`. The number guides the queue (`next-to-rate.ts` of projections) and the screens, and refuses
// nothing. While more than one is wanted, a rating of another admin does not make an admin's own rating outdated (`endpoints.ts` of ratings),
// and admins see no stars of others before they have rated the project (`judged-projects.ts`): that keeps reviewers independent. The stars
// are no secret, because ratings are public.

/** How many official ratings organisers can want for each project. */
export const fewestWantedRatings = 1
export const mostWantedRatings = 5
