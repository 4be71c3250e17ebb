import { expect, test } from 'vitest'
import { callExamples } from './documentation-examples.ts'
import { namedEndpoints } from './endpoints.ts'

const definitions = new Map(namedEndpoints)
const examples = Object.entries(callExamples)

test('there is an example of each of the ten most used calls', () => {
  expect(examples.length).toBeGreaterThanOrEqual(10)
})

test.each(examples)(
  'the example of %s is what the schemas of the call accept, without other fields',
  (id, example) => {
    const definition = definitions.get(id)
    expect(definition?.response?.parse(example.response)).toEqual(example.response)
    expect(definition?.body?.parse(example.request)).toEqual(example.request)
  },
)
