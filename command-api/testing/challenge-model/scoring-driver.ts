import type { WhatIfResponse, WhatIfRow } from '@thirty/contracts/leaderboard/scoring-api.ts'
import type { Action } from './actions.ts'
import { scaleOf, type ScoringDraft } from './scoring.ts'
import type { ComparedRow, Comparison } from './step.ts'
import { everybody, type Actor, type Contest, type ModelWeights } from './world.ts'

type ScoringAction = Extract<Action, { what: 'compare' | 'apply' | 'undo' }>

/** The part of the driver that compares and changes scorings. A change names what its admin saw in the latest comparison. */
export function scoringDriver(idOf: (actor: Actor) => string) {
  const comparisons = new Map<Actor, { version: string; position: string }>()

  const comparedQuery = ({ weights, excluded, normalise }: ScoringDraft): string => {
    const { projects, quality, streak } = inWhole(weights)
    return new URLSearchParams({
      projects: String(projects),
      quality: String(quality),
      streak: String(streak),
      excluded: excluded.map(idOf).join(','),
      ...(normalise && { normalise }),
    }).toString()
  }
  const rowOf = ({ id, rankNow, rankAfter, pointsNow, pointsAfter }: WhatIfRow): ComparedRow => {
    const actor = everybody.find((one) => idOf(one) === id)
    if (actor === undefined) throw new Error(`Nobody of the model is ${id}.`)
    return { actor, rankNow, rankAfter, pointsNow, pointsAfter }
  }

  return {
    request: (action: ScoringAction): readonly [method: string, path: string, body?: unknown] => {
      if (action.what === 'compare') return ['GET', `/api/admin/what-if?${comparedQuery(action.draft)}`]
      const { version, position } = comparisons.get(action.by) ?? { version: '0', position: '0' }
      if (action.what === 'undo')
        return ['POST', '/api/admin/scoring/undo', { version, reason: 'A mistake.' }]
      const { excluded, normalise, weights } = action.draft
      const scoring = { weights: inWhole(weights), excluded: excluded.map(idOf), normalise }
      return ['POST', '/api/admin/scoring', { ...scoring, version, position, reason: 'Fairer.' }]
    },
    /** Remembers what an admin saw, and returns it in the words of the model. */
    seen: (by: Actor, { inForce, other, podium, top, moved, position }: WhatIfResponse): Comparison => {
      comparisons.set(by, { version: inForce.version, position })
      // There are three participants, so the podium has everybody.
      const [now, after] = [podium.now.map(rowOf), top.map(rowOf)]
      return { isSame: other.isSame, now, after, up: moved.up, down: moved.down }
    },
    /**
     * Returns the changes of the scoring in a contest, with the weights and the ids of the product. Scales have the number of ratings,
     * mean and deviation of each reviewer.
     */
    expectedScorings: ({ scorings }: Contest) =>
      scorings.map(({ weights, excluded, scales }) => ({
        weights: inWhole(weights),
        excluded: excluded.map(idOf).toSorted(),
        scales:
          scales && Object.fromEntries([...scales].map(([actor, sums]) => [idOf(actor), scaleOf(sums)])),
      })),
  }
}

/** Weights of the model are in tenths. */
const inWhole = ({ projects, quality, streak }: ModelWeights): ModelWeights => ({
  projects: projects / 10,
  quality: quality / 10,
  streak: streak / 10,
})
