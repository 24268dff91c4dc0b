import type { BodyInputOf } from '@zing/proto/endpoint'
import { registerUser } from '@zing/proto/http/auth'
import { getCommunity } from '@zing/proto/http/community'
import { getRegistration } from '@zing/proto/http/door'
import { decideApplication, listApplications } from '@zing/proto/http/staff/applications'
import { solveChallenge } from '@zing/web/features/auth/proof/solve-challenge'
import { check, sleep } from 'k6'
import exec from 'k6/execution'
import { Counter, Trend } from 'k6/metrics'
import type { Options } from 'k6/options'
import { durations, METRICS } from '../shared/thresholds.ts'
import './support/base64.ts'
import { plan, users } from './support/fixture.ts'
import { checkWaiting, openAgain, workQueue } from './support/keep-door.ts'
import { bodyOf, logFailure, sendRequest } from './support/send-request.ts'
import { cookieOf, freshUsername } from './support/session.ts'

// Sign-ups from 500 addresses flood the open door of a new community. `rate` is sign-ups a minute: 167 are 10,000 an hour.
// After them the keeper works on the queue and opens the door again.
// Attackers ask for nothing and make no proof, unless SOLVERS says otherwise. Honest people sign up like the web client,
// which makes the proof while they fill in the form. Their time counts from the last press on.
const ATTACKERS = 500
/** At most this share of an hour's attackers may write to anybody. */
const MAX_INTRUDERS = 0.01
const BEFORE_SECONDS = 10
/** Nobody fills in the form and takes a selfie in less. */
const FORM_SECONDS = 20
const HONEST_PER_MINUTE = 10
/** The check of the door comes after the last sign-up. */
const END_SECONDS = 5

const signUpTime = new Trend(METRICS.signUp, true)
const intruders = new Counter(METRICS.intruders)

const ATTACK_AT_SECONDS = BEFORE_SECONDS + FORM_SECONDS
const attack = { startTime: `${ATTACK_AT_SECONDS}s`, duration: `${plan.seconds}s`, timeUnit: '1m' }

export const options: Options = {
  scenarios: {
    before: {
      exec: 'signUpHonestly',
      executor: 'constant-arrival-rate',
      rate: 1,
      duration: `${BEFORE_SECONDS}s`,
      preAllocatedVUs: 25,
    },
    attack: {
      exec: 'attackDoor',
      executor: 'constant-arrival-rate',
      rate: plan.rate,
      ...attack,
      preAllocatedVUs: 100, // k6 drops the start for which it would have to make another one
    },
    honest: {
      exec: 'signUpHonestly',
      executor: 'constant-arrival-rate',
      rate: HONEST_PER_MINUTE,
      ...attack,
      preAllocatedVUs: 20,
    },
    end: {
      exec: 'checkDoor',
      executor: 'shared-iterations',
      startTime: `${ATTACK_AT_SECONDS + plan.seconds + FORM_SECONDS + END_SECONDS}s`,
    },
  },
  thresholds: {
    checks: ['rate==1'],
    // the work of all solvers on one machine slows everybody
    ...(plan.solvers === 0 && { dropped_iterations: ['count==0'] }),
    [METRICS.intruders]: [`count<=${Math.floor(plan.rate * 60 * MAX_INTRUDERS)}`],
    // src/door.ts compares them
    [`${METRICS.signUp}{scenario:before}`]: ['max>0'],
    [`${METRICS.signUp}{scenario:honest}`]: ['max>0'],
    ...durations(listApplications, ['max<=1000']),
    ...durations(decideApplication, ['p(95)<=500']),
  },
}

export async function attackDoor(): Promise<void> {
  const index = exec.scenario.iterationInTest % ATTACKERS
  const isSolver = exec.scenario.iterationInTest % 100 < plan.solvers
  const address = `10.66.${Math.floor(index / 250)}.${index % 250}`
  const response = await signUp(address, isSolver ? await makeProof(address) : {})
  if (response.status === 201 && bodyOf(response).status !== 'pending') intruders.add(1)
  else intruders.add(0) // the threshold needs a value
  check(response, {
    'an attacker is refused, has to wait, or has come before it was noticed': ({ status }) =>
      status === 201 || bodyOf(response)?.code === 'PROOF_NEEDED',
  })
}

export async function signUpHonestly(): Promise<void> {
  const { name, iterationInTest } = exec.scenario
  const address = `10.${name === 'before' ? 77 : 78}.0.${iterationInTest % 250}`
  const filledInAt = Date.now() + FORM_SECONDS * 1_000
  const proof = await makeProof(address)
  sleep(Math.max(0, filledInAt - Date.now()) / 1_000)
  const first = await signUp(address, proof)
  // the price may have risen since this person asked for it
  const isOutdated = bodyOf(first)?.code === 'PROOF_NEEDED'
  const response = isOutdated ? await signUp(address, await makeProof(address)) : first
  signUpTime.add(Date.now() - filledInAt)
  const isIn = check(response, { 'an honest sign-up succeeds': ({ status }) => status === 201 })
  if (!isIn) logFailure(registerUser, response, response.timings.duration)
}

export async function checkDoor(): Promise<void> {
  const [keeper] = users
  if (!keeper) throw new Error('the plan has no keeper')
  const { registration } = bodyOf(await sendRequest('', getCommunity, {}))
  check(registration, {
    'the door has turned to approval, with a reason': ({ mode, reason }) =>
      mode === 'approval' && reason === 'MANY_SIGN_UPS',
  })
  await checkWaiting(cookieOf(await signUp('10.66.0.0', await makeProof('10.66.0.0'))), keeper.id)
  await workQueue(keeper)
  await openAgain(keeper)
}

/** Asks what a sign-up costs now, and pays it. Empty where it costs nothing. */
async function makeProof(address: string): Promise<{ proof?: string }> {
  const { challenge } = bodyOf(await sendRequest('', getRegistration, { headers: headersOf(address) }))
  return challenge ? { proof: await solveChallenge(challenge) } : {}
}

function signUp(address: string, proof: { proof?: string }) {
  const body: BodyInputOf<typeof registerUser> = {
    ...{ name: 'Ann', age: 30, gender: 'other', orientation: 'other' },
    username: freshUsername(),
    password: 'correct horse',
    application: 'I would like to meet somebody',
    ...proof,
  }
  return sendRequest('', registerUser, { body, headers: headersOf(address) })
}

const headersOf = (address: string) => ({ 'X-Forwarded-For': address })
