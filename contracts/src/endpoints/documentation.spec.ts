import { expect, test } from 'vitest'
import { exampleOf } from './documentation.ts'
import { namedEndpoints } from './endpoints.ts'

const examples = namedEndpoints.flatMap(([id, { body, response }]) => [
  ...(body ? [{ of: `the request of ${id}`, schema: body, ...exampleOf(id, body, 'input') }] : []),
  ...(response
    ? [{ of: `the response of ${id}`, schema: response, ...exampleOf(id, response, 'output') }]
    : []),
])

test.each(examples.filter((each) => 'example' in each))(
  '$of has an example that its schema accepts, without other fields',
  ({ schema, example }) => {
    expect(schema.parse(example)).toEqual(example)
  },
)
