// The operator's shell: its commands with their arguments and options, and the exit code of each.

import { Command, CommanderError, InvalidArgumentError } from 'commander'
import about from '../../package.json' with { type: 'json' }
import { readConfig } from '../config/config.ts'
import {
  createBackup,
  listBackups,
  restoreBackup,
  showBackup,
  exportBackup,
  importBackup,
  verifyFileCommand,
} from './commands/backup-commands.ts'
import {
  followEvents,
  acceptLossCommand,
  backUpLogCommand,
  verifyLogCommand,
} from './commands/log-commands.ts'
import { replayCommand } from './commands/read-model-operations.ts'
import { changeUser, type UserChange } from './commands/user-commands.ts'
import { withConnection, type ConnectedCommand } from './connection/open-connection.ts'
import { doctorCommand } from './doctor/doctor.ts'
import {
  exitCodes,
  isForOperator,
  type ExitCode,
  type ShellCommand,
  type ShellContext,
} from './shell-context.ts'
import { positionPattern } from '@thirty/contracts/endpoints/responses.ts'

/** Runs one command of the operator's shell and returns its exit code. */
export async function runShell(args: readonly string[], context: ShellContext): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.fine
  const isJson = args.includes('--json')
  const program = createProgram(context, async (command) => {
    exitCode = await command({ ...context, config: readConfig(context.environment), isJson })
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.wrongUse
    context.showProgress('')
    const reason = error instanceof Error ? error.message : String(error)
    const message = context.signal.aborted && !isForOperator(error) ? 'Stopped.' : reason
    if (isJson) context.print(JSON.stringify({ success: false, message }))
    else context.note(message)
    return exitCodes.faultFound
  }
}

/** A command, with the arguments and the options that commander has read. */
type Action<Given, Args extends unknown[]> = (given: Given, ...args: Args) => ExitCode | Promise<ExitCode>

/** Runs a command with a connection to the product. */
const connected =
  <Args extends unknown[]>(action: Action<ConnectedCommand, Args>): Action<ShellCommand, Args> =>
  (given, ...args) =>
    withConnection(given, async (command) => action(command, ...args))

function createProgram(
  context: ShellContext,
  run: (command: (given: ShellCommand) => ExitCode | Promise<ExitCode>) => Promise<void>,
): Command {
  const program = new Command('npm run ops --')
    .version(about.version, '-v, --version', 'print the version of the product')
    .description("The operator's shell. It works while the product runs and while it does not.")
    .exitOverride()
    .showHelpAfterError('Add --help for help.')
    .configureOutput({ writeOut: writer(context.print), writeErr: writer(context.note) })
    .addHelpText('after', '\nExit codes: 0 fine, 1 fault found or refused, 2 wrong use.')
  const addWithoutJson = <Args extends unknown[]>(
    parent: Command,
    name: string,
    description: string,
    action: Action<ShellCommand, Args>,
  ): Command =>
    parent
      .command(name)
      .description(description)
      .action((...args: Args) => run((given) => action(given, ...args)))
  /** Adds a command, whose result can be printed as JSON. */
  const add: typeof addWithoutJson = (...given) =>
    addWithoutJson(...given).option('--json', 'print the result as JSON')

  const log = program.command('log').description('the embedded event log')
  add(log, 'verify', 'verify every event; the log may be in use', verifyLogCommand)
  add(log, 'accept', 'give up lost events; the damaged files are kept in another folder', acceptLossCommand)
  add(log, 'backup', 'copy and verify the log, which may be in use', backUpLogCommand).argument(
    '<folder>',
    'a folder without a log',
  )

  addWithoutJson(program, 'events', 'follow the log, one JSON line per event', followEvents)
    .argument('[after]', 'a position; all events when left out', parsePosition)
    .option('--once', 'stop at the current end of the log')
    .option('--with-personal-data', 'show personal data and credentials, which are redacted otherwise')

  const user = program.command('user').description('accounts')
  for (const [change, description] of userChanges) {
    const action = connected((given, name: string) => changeUser(given, change, name))
    add(user, change, description, action).argument('<user>', 'email address, username or id')
  }

  const rebuild = 'rebuild all read models beside the live ones, compare them, and switch over'
  add(program, 'replay', rebuild, connected(replayCommand)).option(
    '--from-snapshot',
    'begin with the last snapshots; compare after the switch',
  )

  const backup = program.command('backup').description('backups of the challenge')
  add(backup, 'list', 'list all backups, newest first', connected(listBackups))
  add(backup, 'create', 'back up the current run as it is now', connected(createBackup)).argument('<name>')
  add(backup, 'show', 'show a backup, and what its restore would change', connected(showBackup)).argument(
    '<id>',
  )
  const toFile = 'write a backup into a file, which any installation can import'
  add(backup, 'export', toFile, connected(exportBackup))
    .argument('<id>')
    .argument('[file]', 'a file that does not exist; named after the backup when left out')
  const check = 'check a backup file completely; needs no installation'
  add(backup, 'verify', check, verifyFileCommand).argument('<file>')
  const fromFile = 'verify a backup file and add it to the backups'
  add(backup, 'import', fromFile, connected(importBackup)).argument('<file>')
  add(backup, 'restore', 'restore a backup; the current run becomes a backup', connected(restoreBackup))
    .argument('<id>')
    .option('--preview', 'only say what would change')

  add(program, 'verify', check, verifyFileCommand).argument('<file>', 'an exported backup')
  const examined = 'log, read models, images, outbox, disk and configuration'
  add(program, 'doctor', `examine ${examined}; changes nothing`, doctorCommand)
  return program
}

const userChanges: readonly (readonly [UserChange, description: string])[] = [
  ['make-admin', 'give a participant the rights of an admin'],
  ['activate', 'activate an account'],
  ['deactivate', 'deactivate an account and end its sessions'],
  ['reset-two-factor', 'remove the second factors of somebody who has lost them, and end all sessions'],
]

/** Texts of commander end with a line end, which `print` adds itself. */
const writer = (print: (line: string) => void) => (text: string) => print(text.replace(/\n$/, ''))

function parsePosition(text: string): bigint {
  if (!positionPattern.test(text)) throw new InvalidArgumentError('It is not a position.')
  return BigInt(text)
}
