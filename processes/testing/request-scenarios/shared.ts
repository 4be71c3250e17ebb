import type { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { submitProject } from '../scenario.ts'
import type { RequestScenario, ScenarioContext } from '../scenario.ts'

/**
 * Valid requests for endpoints, by group and name. An endpoint without parameters and body needs none; any other endpoint without
 * a request fails the access tests.
 */
export type Scenarios = {
  readonly [Group in keyof typeof endpoints]?: {
    readonly [Name in keyof (typeof endpoints)[Group]]?:
      | RequestScenario
      | readonly [RequestScenario, ...RequestScenario[]]
  }
}

/** A request about a project that its owner has just submitted. */
export const aboutProject = async ({ product, owner }: ScenarioContext) => ({
  params: { projectId: await submitProject(product, owner) },
})
/** A request about the owner. */
export const aboutOwner = ({ owner }: ScenarioContext) => ({ params: { userId: owner.id } })
