import { test } from 'vitest'

test('accepts a console message that the test declares', ({ complains }) => {
  complains(/disk is full/)
  console.error('The %s is full', 'disk')
  console.warn('disk is full')
})

test.fails('fails a test with an undeclared console message', () => {
  console.error('The disk is full')
})

test.fails('fails a test whose declared console message is missing', ({ complains }) => {
  complains(/disk is full/)
})
