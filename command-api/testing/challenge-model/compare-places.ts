import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { currentRun, historyOf, isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import { expect } from 'vitest'
import type { Fold } from '../../src/fold.ts'
import type { Commands } from '@thirty/command-api/fold.ts'
import { projectExists, projectFold } from '@thirty/command-api/projects/evolve.ts'
import { summarizeRatings } from '@thirty/command-api/ratings/decide.ts'
import { ratingsFold } from '@thirty/command-api/ratings/evolve.ts'
import { commentsFold, likesFold } from '@thirty/command-api/reactions/evolve.ts'
import { challengeFold } from '../../src/current-run.ts'
import type { httpDriver } from './http-driver.ts'
import { averageRating, roundedScale } from './scoring.ts'
import type { Contest, ModelProject, World } from './world.ts'

/**
 * Expects that every project has in the current run and in every listed backup the state that it has in the model, and that the
 * scoring was changed there as in the model.
 */
export async function expectPlaces(
  commands: Commands,
  { idOfProject, backups, expectedScorings }: ReturnType<typeof httpDriver>,
  world: World,
): Promise<void> {
  const { state } = await commands.load(challengeStream, challengeFold)
  const expectContest = async (history: History, contest: Contest, place: string) => {
    const scorings = scoringsOf(history)
    expect({ place, scorings }).toEqual({ place, scorings: expectedScorings(contest) })
    for (const key of world.created) {
      const found = await foldedState(commands, idOfProject(key), history)
      expect({ place, key, found }).toEqual({ place, key, found: expectedState(contest.projects.get(key)) })
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

/** Returns what the model says about a project. It is missing if it is not in the contest. */
export function expectedState(project: ModelProject | undefined) {
  if (project === undefined) return { status: 'none' }
  const { status, name, likes, comments, ratings } = project
  if (status === 'withdrawn') return { status }
  const figures = { averageRating: averageRating(project), ratingCount: ratings.size }
  return { status, name, likes: likes.size, comments, ...figures }
}

/** Returns the same from the log, with the folds of the commands. */
async function foldedState(commands: Commands, id: string, history: History) {
  const load = async <State>(fold: Fold<State, ProjectEvent>) => {
    const isRelevant = (event: Parameters<typeof isInHistory>[1]) => isInHistory(history, event)
    return (await commands.load(projectStream(id), { ...fold, isRelevant })).state
  }
  const project = await load(projectFold)
  if (!projectExists(project)) return { status: project.status }
  const { likes } = await load(likesFold('nobody'))
  const { count: comments } = await load(commentsFold('nobody'))
  const figures = summarizeRatings(await load(ratingsFold))
  return { status: project.status, name: project.content.projectName, likes, comments, ...figures }
}
