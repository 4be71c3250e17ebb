import { type HealthResponse, healthEndpoints } from '@thirty/contracts/api/admin/health.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'

/** The handler of the health page. */
export const healthHandlers = (collect: () => Promise<HealthResponse>): Endpoint[] => [
  endpoint(healthEndpoints.health)(() => collect()),
]
