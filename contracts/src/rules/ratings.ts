/**
 * The ratings of a project with one more. Everybody has one: a later rating of the same rater takes the place of the
 * earlier, and they stand in the order in which they were given.
 */
export function withRating<Rating extends { readonly rater: string }>(
  ratings: readonly Rating[],
  rating: Rating,
): readonly Rating[] {
  const { rater } = rating
  const others = findRating(ratings, rater) ? ratings.filter((each) => each.rater !== rater) : ratings
  // A list made by spreading has room for sixteen more, and a project would keep that room.
  return others.toSpliced(others.length, 0, rating)
}

/** The rating of a rater; `undefined` when there is none. */
export function findRating<Rating extends { readonly rater: string }>(
  ratings: readonly Rating[],
  rater: string,
): Rating | undefined {
  for (const each of ratings) if (each.rater === rater) return each
  return undefined
}
