import { currentRun, historyOf, type History } from '@thirty/contracts/challenge/history.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { expect } from 'vitest'
import type { Commands } from '@thirty/command-api/handle.ts'
import { challengeFold } from '@thirty/command-api/challenge-fold.ts'
import { expectedState, foldedState } from './folded-contest.ts'
import type { httpDriver } from './http-driver.ts'
import { roundedScale } from './scoring.ts'
import type { Contest, World } from './world.ts'

/**
 * Expects that every project has in the current run and in every listed backup the state that it has in the model, and that the
 * scoring was changed there as in the model.
 */
export async function expectPlaces(
  commands: Commands,
  {
    idOfProject,
    backups,
    expectedScorings,
  }: Pick<ReturnType<typeof httpDriver>, 'idOfProject' | 'backups' | 'expectedScorings'>,
  world: World,
): Promise<void> {
  const { state } = await commands.load(challengeStream, challengeFold)
  const expectContest = async (history: History, contest: Contest, place: string) => {
    const { projects } = contest
    const scorings = scoringsOf(history)
    expect({ place, scorings }).toEqual({ place, scorings: expectedScorings(contest) })
    for (const key of world.created) {
      const found = await foldedState(commands, idOfProject(key), history)
      expect({ place, key, found }).toEqual({ place, key, found: expectedState(projects.get(key)) })
    }
  }
  await expectContest(currentRun(state.runs).history, world.contest, 'current run')
  for (const [index, { contest, isDeleted }] of world.backups.entries()) {
    const place = state.backups.find(({ id }) => id === backups[index])?.of
    expect(place === undefined).toBe(isDeleted)
    if (place) await expectContest(historyOf(place, state.runs.runs), contest, `backup ${index}`)
  }
}

/** The changes of the scoring in a history, the oldest first. */
const scoringsOf = ([{ scorings = [] }]: History) =>
  scorings.map(({ scoring: { weights, excluded, scales } }) => ({
    weights,
    excluded,
    scales:
      scales &&
      Object.fromEntries(Object.entries(scales.byReviewer).map(([id, scale]) => [id, roundedScale(scale)])),
  }))
