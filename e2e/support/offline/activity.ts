import { createParticipant, createProject, likeProject, rateProject } from '../api.ts'
import type { SignedInUser } from '../api.ts'
import type { Product } from '../product.ts'

const participantCount = 25
const names = Array.from(
  { length: participantCount },
  (_, index) => `Ada ${String.fromCharCode(65 + index)}oe`,
)

/** Sends a request of a user, and throws if it is refused. */
export async function ask<Body>(
  { url }: Product,
  by: SignedInUser,
  path: string,
  init: { method?: string; body?: object } = {},
) {
  const response = await fetch(`${url}${path}`, {
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    ...(init.body && { body: JSON.stringify(init.body) }),
  })
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
  // The contract defines this type; if the product breaks it, the test fails at the first missing field.
  return (await response.json()) as Body
}

/** Runs a task for each item, eight at a time, in the order of the items. */
async function each<Item, Result>(
  items: readonly Item[],
  task: (item: Item, index: number) => Promise<Result>,
) {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += 8)
    results.push(
      ...(await Promise.all(items.slice(start, start + 8).map((item, at) => task(item, start + at)))),
    )
  return results
}

/** Twenty-five participants with a project each; the first one reads. */
export async function seed(product: Product) {
  const people = await each(names, (name) => createParticipant(product, name))
  const projects = await each(people, (person, index) =>
    createProject(product, person, { projectName: `Clock ${index}`, day: 1 }),
  )
  const [user, other] = people
  const project = projects[1]
  if (!user || !other || project === undefined) throw new Error('There are too few participants.')
  await likeProject(product, user, project)
  await rateProject(product, user, project, 3)
  for (let number = 0; number < 12; number += 1)
    await comment(product, other, project, `Before, number ${number}.`)
  return { people, projects, user, project }
}

const comment = (product: Product, by: SignedInUser, project: string, text: string) =>
  ask(product, by, `/api/projects/${project}/comments`, { method: 'POST', body: { text } })

/** What participants do in an hour: 25 submissions, 125 ratings, 49 likes and 60 comments. */
export async function anHourOfActivity(
  product: Product,
  { people, projects, user, project }: Awaited<ReturnType<typeof seed>>,
) {
  await createProject(product, user, { projectName: 'Submitted elsewhere', day: 2 })
  await each(people.slice(1), (person, index) =>
    createProject(product, person, { projectName: `Second clock ${index}`, day: 2 }),
  )
  for (let round = 1; round <= 5; round += 1)
    await each(people, (person, index) =>
      rateProject(
        product,
        person,
        projects[(index + round) % projects.length] ?? '',
        1 + ((index * round) % 5),
      ),
    )
  await each(people, (person) => likeProject(product, person, project))
  await each(people, (person, index) =>
    likeProject(product, person, projects[(index + 1) % projects.length] ?? ''),
  )
  for (let round = 0; round < 3; round += 1)
    await each(people.slice(1, 21), (person, index) =>
      comment(product, person, project, `While away, ${round} of ${index}.`),
    )
}
