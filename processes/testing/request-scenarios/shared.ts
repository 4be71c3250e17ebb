import type { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { submitProject } from '../scenario.ts'
import type { RequestScenario, ScenarioContext } from '../scenario.ts'

type AllScenarios = {
  [Group in keyof typeof endpoints]: {
    [Name in keyof (typeof endpoints)[Group]]:
      | RequestScenario
      | readonly [RequestScenario, ...RequestScenario[]]
  }
}

/** Valid requests for every endpoint of some groups of endpoints. One that is missing does not compile. */
export type ScenariosOf<Group extends keyof typeof endpoints> = Pick<AllScenarios, Group>

/** A request about a project that its owner has just submitted. */
export const aboutProject = async ({ product, owner }: ScenarioContext) => ({
  params: { projectId: await submitProject(product, owner) },
})
/** A request about the owner. */
export const aboutOwner = ({ owner }: ScenarioContext) => ({ params: { userId: owner.id } })
