#!/bin/bash
# Scan a fleet with a Slurm array; each task scans its part into a store on the shared file system.
#
#   sbatch --export=ALL,SCAN="$(date -u +%Y-%m-%dT%H-%M-%SZ)",INVENTORY="$PWD/inventory.jsonl",STORE="$PWD/store" scan.sh
#
# A task that was preempted or timed out is queued again, and asks only the servers that have no result. Then:
#
#   govern fleet diff --store store
#SBATCH --job-name=fleet-scan
#SBATCH --array=1-16
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=01:00:00
#SBATCH --requeue
set -euo pipefail

exec govern fleet scan "$INVENTORY" --store "$STORE" --scan "$SCAN" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --workers "${SLURM_CPUS_PER_TASK:-1}"
