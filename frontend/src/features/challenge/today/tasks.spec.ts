// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import {
  addTask,
  defaultTasks,
  maxOwnTasks,
  problemOf,
  removeTask,
  storedTasks,
  storeTasks,
  toggleTask,
} from './tasks.ts'

test('a day begins with four tasks, none of them done', () => {
  expect(storedTasks(1, 19)).toHaveLength(4)
  expect(storedTasks(1, 19).every(({ completed, isOwn }) => !completed && !isOwn)).toBe(true)
})

test('own tasks and completions are stored for one day of one run', () => {
  let tasks = addTask(addTask(defaultTasks(), ' Draw the icon '), 'Ask Kenji')
  tasks = toggleTask(toggleTask(tasks, 'default-0'), 'own-1')
  storeTasks(1, 19, tasks)
  expect(storedTasks(1, 19)).toEqual(tasks)
  expect(storedTasks(1, 19)[4]?.title).toBe('Draw the icon')
  expect(storedTasks(1, 18)).toEqual(defaultTasks())
  expect(storedTasks(2, 19)).toEqual(defaultTasks())
})

test("a user's task can be removed, and the completion of the others stays", () => {
  let tasks = addTask(addTask(defaultTasks(), 'Draw the icon'), 'Ask Kenji')
  tasks = removeTask(toggleTask(tasks, 'own-1'), 'own-0')
  storeTasks(1, 19, tasks)
  expect(storedTasks(1, 19).at(-1)).toMatchObject({ title: 'Ask Kenji', completed: true })
  expect(removeTask(defaultTasks(), 'default-0')).toEqual(defaultTasks())
})

test('refuses tasks without visible text, long ones and too many', () => {
  expect(problemOf(' \u200b ', [])).toBe('Task is required')
  expect(problemOf('x'.repeat(121), [])).toBe('At most 120 characters')
  expect(problemOf('x'.repeat(120), [])).toBeUndefined()
  const full = Array.from({ length: maxOwnTasks }).reduce<ReturnType<typeof addTask>>(
    (tasks) => addTask(tasks, 'More'),
    defaultTasks(),
  )
  expect(problemOf('One more', full)).toBe('You can add at most 20 tasks')
  expect(new Set(full.map(({ id }) => id)).size).toBe(24)
})

test.each(['', 'not json', '[]', 'null', '{"own":"text","completed":7}', '{"own":[" ",7,{}]}'])(
  'unreadable tasks count as none: %s',
  (stored) => {
    localStorage.setItem('thirty-tasks-1-19', stored)
    expect(storedTasks(1, 19)).toEqual(defaultTasks())
  },
)

test('a list that is too long is cut', () => {
  const own = Array.from({ length: 500 }, (_, index) => `Task ${index}`)
  localStorage.setItem('thirty-tasks-1-19', JSON.stringify({ own, completed: [] }))
  expect(storedTasks(1, 19)).toHaveLength(4 + maxOwnTasks)
})
