/** Says of a stream whether its name starts with one of the prefixes; without prefixes every stream is meant. */
export const startsWithOneOf = (prefixes: readonly string[] | undefined) => (stream: string) =>
  prefixes === undefined || prefixes.some((prefix) => stream.startsWith(prefix))
