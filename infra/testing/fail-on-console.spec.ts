import { test } from 'vitest'

test('a complaint on the console that the test declares is no failure', ({ complains }) => {
  complains(/disk is full/)
  console.error('The %s is full', 'disk')
  console.warn('disk is full')
})

test.fails('a complaint on the console that nobody declared fails the test', () => {
  console.error('The disk is full')
})

test.fails('a declared complaint that never came fails the test', ({ complains }) => {
  complains(/disk is full/)
})
