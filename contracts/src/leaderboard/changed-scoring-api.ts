import { z } from 'zod'

/**
 * The scoring of a leaderboard that an admin has changed, as everybody may see it. `changedAt` is ISO time. `normalised`: whether
 * official averages count as if reviewers of average strictness had given them.
 */
export const scoringInForce = z.object({
  weights: z.object({ projects: z.number(), quality: z.number(), streak: z.number() }),
  normalised: z.boolean(),
  changedAt: z.string(),
})
export type ScoringInForce = z.infer<typeof scoringInForce>
