#!/bin/bash
# Scan a fleet with a Slurm array; each task scans its part into a store on the shared file system.
#
#   sbatch --export=ALL,SCAN="$(date -u +%Y-%m-%dT%H-%M-%SZ)",INVENTORY="$PWD/inventory.jsonl",STORE="$PWD/store" scan.sh
#
# A task that was preempted is queued again, and asks only the servers that have no result. One that failed is repeated
# with the same SCAN and its number, here 6:
#
#   sbatch --array=6 --export=ALL,SCAN=…,INVENTORY="$PWD/inventory.jsonl",STORE="$PWD/store" scan.sh
#
# Then:
#
#   govern fleet diff --store store
#SBATCH --job-name=fleet-scan
#SBATCH --array=1-16
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=01:00:00
#SBATCH --requeue
set -euo pipefail

# The number of parts, as in --array above. Slurm's own count is 1 when a single task is repeated.
PARTS=16

exec govern fleet scan "$INVENTORY" --store "$STORE" --scan "$SCAN" \
  --shard "$SLURM_ARRAY_TASK_ID/$PARTS" --workers "${SLURM_CPUS_PER_TASK:-1}"
