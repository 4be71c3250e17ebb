// Checks the files with which operators run the product: image, Compose file, manifests, alerts and dashboard.
import { fileURLToPath } from 'node:url'
import { root } from './child-process.mjs'
import { cliFindings } from './deploy/cli-validation.mjs'
import { composeFindings } from './deploy/compose.mjs'
import { dockerfileFindings } from './deploy/images.mjs'
import { kubernetesFindings } from './deploy/kubernetes.mjs'
import { exportedMetrics, observabilityFindings } from './deploy/observability.mjs'
import { settingsFindings } from './deploy/settings.mjs'

/**
 * @param {string} folder absolute path of a checkout
 * @returns {Promise<string[]>} one line for each finding
 */
export async function deployFindings(folder) {
  const metrics = exportedMetrics()
  return [
    ...dockerfileFindings(folder),
    ...composeFindings(folder),
    ...(await kubernetesFindings(folder, metrics)),
    ...settingsFindings(folder),
    ...observabilityFindings(folder, metrics),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = [...(await deployFindings(root)), ...cliFindings(root)]
  console.log([...findings, `${findings.length} findings.`].join('\n'))
  process.exitCode = findings.length === 0 ? 0 : 1
}
