// The tasks of a day, which this browser keeps.

import { hasVisibleText } from '@thirty/contracts/user-texts/visible-text.ts'
import { deviceStorage } from '../../../shared/storage/browser-storage.ts'
import { t } from '../../../shared/i18n/t.ts'

/** A step on the way to a completed day. The user's own steps have `isOwn` and can be removed. */
export type Task = { id: string; title: string; completed: boolean; isOwn: boolean }

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

export const defaultTasks = (): Task[] =>
  defaultTitles.map((title, index) => ({ id: `default-${index}`, title, completed: false, isOwn: false }))

/** The tasks belong to one day of one run, and to the user: other keys of a user are removed at logout, too. */
const keyOf = (run: number, day: number) => `thirty-tasks-${run}-${day}`

/** Returns the tasks of a day as this browser stores them; the default tasks if it stores none. */
export function storedTasks(run: number, day: number): Task[] {
  try {
    const stored = Object(JSON.parse(deviceStorage.get(keyOf(run, day)) ?? '')) as Record<string, unknown>
    const completed = new Set(textsOf(stored['completed']))
    const own = textsOf(stored['own'])
      .filter((title) => problemOf(title, []) === undefined)
      .slice(0, maxOwnTasks)
    const tasks = own.reduce((all, title) => addTask(all, title), defaultTasks())
    return tasks.map((task) => ({ ...task, completed: completed.has(task.id) }))
  } catch {
    return defaultTasks()
  }
}

export function storeTasks(run: number, day: number, tasks: readonly Task[]): void {
  const own = tasks.filter(({ isOwn }) => isOwn)
  // The ids of own tasks are numbered from the first one when they are read.
  const numbered = [
    ...tasks.filter(({ isOwn }) => !isOwn),
    ...own.map((task, index) => ({ ...task, id: ownId(index) })),
  ]
  const completed = numbered.filter((task) => task.completed).map(({ id }) => id)
  deviceStorage.set(keyOf(run, day), JSON.stringify({ own: own.map(({ title }) => title), completed }))
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

/** Adds a task of the user at the end. */
export function addTask(tasks: readonly Task[], title: string): Task[] {
  const ids = new Set(tasks.map(({ id }) => id))
  let index = 0
  while (ids.has(ownId(index))) index += 1
  return [...tasks, { id: ownId(index), title: title.trim(), completed: false, isOwn: true }]
}

export const toggleTask = (tasks: readonly Task[], id: string): Task[] =>
  tasks.map((task) => (task.id === id ? { ...task, completed: !task.completed } : task))

/** Removes a task of the user. Default tasks stay. */
export const removeTask = (tasks: readonly Task[], id: string): Task[] =>
  tasks.filter((task) => !task.isOwn || task.id !== id)

const ownId = (index: number) => `own-${index}`

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
