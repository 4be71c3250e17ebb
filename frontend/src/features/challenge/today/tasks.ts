// Which tasks a day has, how this browser keeps them, and why one cannot be added. `completion.tsx` shows them.

import { hasVisibleText } from '@thirty/contracts/user-texts/visible-text.ts'
import { deviceStorage } from '../../../shared/storage/browser-storage.ts'
import { t } from '../../../shared/i18n/t.ts'

/** A step on the way to a completed day. The user's own steps have `isOwn`, come last and can be removed. */
export type Task = { title: string; completed: boolean; isOwn: boolean }

/** These four fit every day. */
const defaultTitles = [
  t('common.readBrief'),
  t('dailyChallenge.planIt'),
  t('dailyChallenge.buildIt'),
  t('dailyChallenge.submitIt'),
]

export const maxTitleLength = 120
/** Maximum number of own tasks of one day. */
export const maxOwnTasks = 20

/** The tasks belong to one day of one run, and to the user: other keys of a user are removed at logout, too. */
const keyOf = (run: number, day: number) => `thirty-tasks-${run}-${day}`

/** How the task at a place is named where it is stored as completed. */
const placeName = (index: number) =>
  index < defaultTitles.length ? `default-${index}` : `own-${index - defaultTitles.length}`

/** Returns the tasks of a day as this browser stores them; the default tasks if it stores none. */
export function storedTasks(run: number, day: number): Task[] {
  const stored = deviceStorage.read<Record<'own' | 'completed', unknown>>(keyOf(run, day))
  const completed = textsOf(stored.completed)
  const ownTitles = textsOf(stored.own)
    .filter((title) => problemOf(title, []) === undefined)
    .slice(0, maxOwnTasks)
  return [...defaultTitles, ...ownTitles].map((title, index) => ({
    title: title.trim(),
    completed: completed.includes(placeName(index)),
    isOwn: index >= defaultTitles.length,
  }))
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []

export function storeTasks(run: number, day: number, tasks: readonly Task[]): void {
  const own = tasks.filter(({ isOwn }) => isOwn).map(({ title }) => title)
  const completed = tasks.flatMap((task, index) => (task.completed ? [placeName(index)] : []))
  deviceStorage.set(keyOf(run, day), JSON.stringify({ own, completed }))
}

/** Returns why a task cannot be added; undefined if it can. */
export function problemOf(title: string, tasks: readonly Task[]): string | undefined {
  if (!hasVisibleText(title)) return t('dailyChallenge.taskRequired')
  if (title.trim().length > maxTitleLength)
    return t('serverTexts.atMostCharacters', { count: maxTitleLength })
  if (tasks.filter(({ isOwn }) => isOwn).length >= maxOwnTasks)
    return t('dailyChallenge.atMostOwnTasks', { count: maxOwnTasks })
  return undefined
}
