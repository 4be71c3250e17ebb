// The help and the version that `npm start` prints.

import about from '../package.json' with { type: 'json' }

const usage = `Thirty ${about.version}: ${about.description}

npm start                            runs the product; its data is in DATA_DIR, ./data by default
npm start -- --demo                  fills an empty installation with demo data first
npm start -- --new-reservation-key   reserves all names again, because the reservation key is lost
npm start -- --help, --version

npm run ops -- --help                lists the commands for operators
README.md lists the environment variables.`

/** Returns the answer to `--help` or `--version`; undefined for a start. */
export function answerFlag(args: readonly string[]): string | undefined {
  if (args.includes('--help') || args.includes('-h')) return usage
  if (args.includes('--version') || args.includes('-v')) return about.version
  return undefined
}
