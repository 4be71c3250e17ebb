/** What the brief of a day says. */
export type BriefTexts = {
  day: number
  title: string
  description: string
  requirements: readonly string[]
}
