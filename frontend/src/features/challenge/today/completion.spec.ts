// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { maxOwnTasks, problemOf, storedTasks, storeTasks } from './completion.tsx'

const defaultTasks = storedTasks(0, 0)
const ownTask = (title: string, completed = false) => ({ title, completed, isOwn: true })

test('a day begins with four tasks, none of them done', () => {
  expect(defaultTasks).toHaveLength(4)
  expect(defaultTasks.every(({ completed, isOwn }) => !completed && !isOwn)).toBe(true)
})

test('own tasks and completions are stored for one day of one run', () => {
  const tasks = [...defaultTasks, ownTask('Draw the icon'), ownTask('Ask Kenji', true)].map((task, index) =>
    index === 0 ? { ...task, completed: true } : task,
  )
  storeTasks(1, 19, tasks)
  expect(storedTasks(1, 19)).toEqual(tasks)
  expect(storedTasks(1, 18)).toEqual(defaultTasks)
  expect(storedTasks(2, 19)).toEqual(defaultTasks)
})

test('what an earlier release stored is read', () => {
  const stored = { own: ['Draw the icon', 'Ask Kenji'], completed: ['default-0', 'own-1'] }
  localStorage.setItem('thirty-tasks-1-19', JSON.stringify(stored))
  const tasks = storedTasks(1, 19)
  expect(tasks.filter(({ completed }) => completed)).toEqual([
    { ...defaultTasks[0], completed: true },
    ownTask('Ask Kenji', true),
  ])
  storeTasks(1, 19, tasks)
  expect(JSON.parse(localStorage.getItem('thirty-tasks-1-19') ?? '')).toEqual(stored)
})

test('refuses tasks without visible text, long ones and too many', () => {
  expect(problemOf(' \u200b ', [])).toBe('Task is required')
  expect(problemOf('x'.repeat(121), [])).toBe('At most 120 characters')
  expect(problemOf('x'.repeat(120), [])).toBeUndefined()
  const full = [...defaultTasks, ...Array.from({ length: maxOwnTasks }, () => ownTask('More'))]
  expect(problemOf('One more', full)).toBe('You can add at most 20 tasks')
})

test.each(['', 'not json', '[]', 'null', '{"own":"text","completed":7}', '{"own":[" ",7,{}]}'])(
  'unreadable tasks count as none: %s',
  (stored) => {
    localStorage.setItem('thirty-tasks-1-19', stored)
    expect(storedTasks(1, 19)).toEqual(defaultTasks)
  },
)

test('a list that is too long is cut', () => {
  const own = Array.from({ length: 500 }, (_, index) => `Task ${index}`)
  localStorage.setItem('thirty-tasks-1-19', JSON.stringify({ own, completed: [] }))
  expect(storedTasks(1, 19)).toHaveLength(4 + maxOwnTasks)
})
