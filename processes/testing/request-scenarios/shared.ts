import type { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import type { MakeRequest, RequestScenario, ScenarioContext } from '../scenario.ts'

/**
 * Valid requests for endpoints, by group and name; a function is a scenario that is nothing but a request. An endpoint without
 * parameters and body needs none; any other endpoint without a request fails the access tests.
 */
export type Scenarios = {
  readonly [Group in keyof typeof endpoints]?: {
    readonly [Name in keyof (typeof endpoints)[Group]]?:
      | MakeRequest
      | RequestScenario
      | readonly [RequestScenario, ...RequestScenario[]]
  }
}

/** A request about a project that its owner has just submitted. */
export const aboutProject = async ({ product, owner }: ScenarioContext) => ({
  params: { projectId: await product.submitProject(owner) },
})
/** The same request with a body. */
export const withBody =
  (make: MakeRequest, body: unknown): MakeRequest =>
  async (context) => ({ ...(await make(context)), body })
/** A request about the owner. */
export const aboutOwner = ({ owner }: ScenarioContext) => ({ params: { userId: owner.id } })
