// What operators run the product with: image, composition, manifests, alerts and dashboard. Says every fault it finds.
import { fileURLToPath } from 'node:url'
import { root } from './child-process.mjs'
import { cliFaults } from './deploy/cli-validation.mjs'
import { composeFaults } from './deploy/compose.mjs'
import { dockerfileFaults } from './deploy/images.mjs'
import { kubernetesFaults } from './deploy/kubernetes.mjs'
import { exportedMetrics, observabilityFaults } from './deploy/observability.mjs'
import { settingsFaults } from './deploy/settings.mjs'

/**
 * @param {string} folder absolute path of a checkout
 * @returns {Promise<string[]>} one line for each fault
 */
export async function deployFaults(folder) {
  const metrics = exportedMetrics()
  return [
    ...dockerfileFaults(folder),
    ...composeFaults(folder),
    ...(await kubernetesFaults(folder, metrics)),
    ...settingsFaults(folder),
    ...observabilityFaults(folder, metrics),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = [...(await deployFaults(root)), ...cliFaults(root)]
  console.log([...faults, `${faults.length} faults.`].join('\n'))
  process.exitCode = faults.length === 0 ? 0 : 1
}
