import { startCluster, type Cluster } from './cluster.ts'
import { test as journey } from './product-fixtures.ts'

/**
 * For journeys past several processes: two for the web and two projectors, for this test alone. The product is the first
 * web process, at which people are if not said otherwise.
 */
export const test = journey.extend<{ cluster: Cluster }>({
  cluster: async ({}, provide, testInfo) => {
    const cluster = await startCluster({ hasOwnPublicUrls: true })
    await provide(cluster)
    await cluster.remove()
    if (testInfo.status === testInfo.expectedStatus) return
    for (const { name, output } of [...cluster.webs, ...cluster.projectors])
      await testInfo.attach(`${name}.log`, { body: output(), contentType: 'text/plain' })
  },
  product: async ({ cluster }, provide) =>
    provide({ ...cluster, ...webProcess(cluster, 0), remove: async () => void (await cluster.remove()) }),
})

/** One of the web processes. */
export function webProcess({ webs, adminKey }: Cluster, at: number) {
  const web = webs[at]
  if (!web) throw new Error(`There is no web process ${at}.`)
  return { ...web, adminKey }
}
