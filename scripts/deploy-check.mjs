// Checks the files with which operators run the product: image, Compose file, manifests, alerts and dashboard.
//
// Deployment files are rarely read and rot quietly: a renamed metric leaves an alert that never fires. So names, ports,
// metrics and runbook links are compared with the product. What they are: one image for every role; images of users
// served by the web processes, also from object storage (one origin, a private bucket); MinIO's last community image,
// since we depend on S3 only; Caddy, whose check asks for a page and not for readiness, because a store that is away is
// away for all; plain kustomize and nothing for databases. The first Compose file is for one machine, without TLS to
// EventStoreDB. The schema of Compose is of 2022: later additions go into the check.

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
