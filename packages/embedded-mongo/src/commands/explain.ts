import type { Document } from 'bson'
import { notSupported } from '../errors.ts'
import { findDocuments, noStats } from '../query/find-documents.ts'
import { plan } from '../query/planner.ts'
import { collectionOf, type Session } from '../session.ts'
import { namespace } from '../storage/store.ts'
import { examinedBy, splitPipeline } from './aggregate.ts'
import { findRequest } from './find.ts'

/** Reports the index of a command and, by executing its read, how much it examines. Writes nothing. */
export function explain(session: Session, { explain: command, verbosity = 'allPlansExecution' }: Document): Document {
  const [name = ''] = Object.keys(command)
  const request = findRequest(findPart(name, command))
  const collection = collectionOf(session, command[name])
  const ns = namespace({ db: session.db, name: command[name] })
  const queryPlanner = {
    namespace: ns,
    winningPlan: collection ? describe(plan(collection.indexes, request), request) : { stage: 'EOF' },
  }
  if (verbosity === 'queryPlanner') return { queryPlanner, ok: 1 }

  const examined = name === 'aggregate' ? examinedBy(session, command) : examinedByFind()
  const { nReturned, keysExamined: totalKeysExamined, docsExamined: totalDocsExamined } = examined
  return {
    queryPlanner,
    executionStats: { executionSuccess: true, nReturned, totalKeysExamined, totalDocsExamined },
    ok: 1,
  }

  function examinedByFind() {
    const stats = noStats()
    const { length: nReturned } = [...findDocuments(session.store, collection, request, stats)]
    return { nReturned, ...stats }
  }
}

function sortMerge(sortPattern: Document, inputStage: Document | undefined): Document {
  return { stage: 'SORT_MERGE', sortPattern, inputStage }
}

function findPart(name: string, command: Document): Document {
  if (name === 'find') return command
  if (name === 'aggregate') return { ...splitPipeline(command.pipeline).find, hint: command.hint }
  if (name === 'count' || name === 'distinct' || name === 'findAndModify') return { ...command, filter: command.query }
  const [statement] = command.updates ?? command.deletes ?? []
  if (!statement) throw notSupported(`explain of ${name}`)
  return { ...statement, filter: statement.q }
}

function describe(
  { scans, isSorted, isFullScan }: ReturnType<typeof plan>,
  { filter, sort, limit }: Document,
): Document {
  const inputs = scans.map(({ index, isReverse, ranges, prefixLengths }) => ({
    stage: 'IXSCAN',
    indexName: index.name,
    keyPattern: index.key,
    isMultiKey: index.multikey.length > 0,
    direction: isReverse ? 'backward' : 'forward',
    ...(prefixLengths && { mergedRanges: ranges.length }),
  }))
  const input = inputs.length > 1 ? { stage: 'OR', inputStages: inputs } : inputs[0]
  const direction = inputs[0]?.direction
  let stage: Document = isFullScan
    ? { stage: 'COLLSCAN', direction, filter }
    : { stage: 'FETCH', filter, inputStage: scans[0]?.prefixLengths ? sortMerge(sort, input) : input }
  if (!isSorted) stage = { stage: 'SORT', sortPattern: sort, inputStage: stage }
  return limit ? { stage: 'LIMIT', limitAmount: limit, inputStage: stage } : stage
}
