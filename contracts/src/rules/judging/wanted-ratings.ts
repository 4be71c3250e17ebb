/** How many official ratings organisers can want for each project. */
export const fewestWantedRatings = 1
export const mostWantedRatings = 5

/** Two ratings of a project that are at least so many stars apart need another look. */
export const disagreementStars = 2
